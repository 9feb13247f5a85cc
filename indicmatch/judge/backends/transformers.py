"""A model on this machine, through the `transformers` package."""

from __future__ import annotations

from typing import Any

from indicmatch.errors import BadInput, MissingExtra
from indicmatch.judge.backend import BACKENDS, AskError, Backend, Completion, Messages, Schema, Settings, Usage, needed

__all__ = ["Transformers"]


@BACKENDS.register("transformers")
def open_transformers(settings: Settings) -> Backend:
    """A model on this machine: --model PATH (a folder, or a name that transformers knows)."""
    return Transformers(needed(settings.model, "--model", "the backend transformers needs a model"))


class Transformers:
    """A text-generation pipeline; one question at a time, since a model holds one thread's work well."""

    workers: int | None = 1
    recorded = False

    def __init__(self, model: str) -> None:
        try:
            from transformers import pipeline
        except ImportError:
            raise MissingExtra("the judge backend transformers", package="transformers", extra="transformers") from None
        try:
            self._pipeline: Any = pipeline("text-generation", model=model)
        except (OSError, ValueError) as error:
            message = f"transformers cannot load the model {model!r} ({error})"
            raise BadInput(message) from error
        self._tokenizer = self._pipeline.tokenizer
        self.model, self.endpoint = model, "transformers"

    def complete(
        self, messages: Messages, schema: Schema | None = None, *, temperature: float = 0.0, max_tokens: int = 512, seed: int | None = 0
    ) -> Completion:
        """The model's reply: the likeliest token each time at temperature 0. A schema is left to the prompt."""
        prompt = self._prompt(messages)
        before = self._tokenizer(prompt, add_special_tokens=False)["input_ids"]
        sampling: dict[str, Any] = {"do_sample": False}
        if temperature > 0:
            sampling = {"do_sample": True, "temperature": temperature}
            if seed is not None:
                from transformers import set_seed

                set_seed(seed)
        try:
            found = self._pipeline(prompt, max_new_tokens=max_tokens, return_tensors=True, add_special_tokens=False, **sampling)
        except (RuntimeError, ValueError, IndexError) as error:
            message = f"the model could not be run ({type(error).__name__}: {error})"
            raise AskError(message) from error
        tokens = list(found[0]["generated_token_ids"])[len(before) :]
        text = self._tokenizer.decode(tokens, skip_special_tokens=True)
        whole = len(tokens) < max_tokens or tokens[-1] in self._ends()
        return Completion(text.strip(), Usage(len(before), len(tokens)), "stop" if whole else "length", self.model)

    def _prompt(self, messages: Messages) -> str:
        """The text for the model, by its own chat template where it has one."""
        if not getattr(self._tokenizer, "chat_template", None):
            return "\n\n".join(message["content"] for message in messages) + "\n\n"
        try:
            return str(self._tokenizer.apply_chat_template(list(messages), tokenize=False, add_generation_prompt=True))
        except Exception:  # templates refuse a system message each with an error of its own
            joined = [{"role": "user", "content": "\n\n".join(message["content"] for message in messages)}]
            return str(self._tokenizer.apply_chat_template(joined, tokenize=False, add_generation_prompt=True))

    def _ends(self) -> set[int]:
        """The tokens that end a reply."""
        config = getattr(self._pipeline.model, "generation_config", None)
        ends = getattr(config, "eos_token_id", None)
        found = {self._tokenizer.eos_token_id} | set(ends if isinstance(ends, list) else [ends])
        return {int(token) for token in found if token is not None}
