"""Backends against a scripted server, a function, and recorded replies: what is sent, and what each kind of failure becomes."""

from __future__ import annotations

import json
import os
import runpy
import time
from email.utils import formatdate
from pathlib import Path

import pytest

from indicmatch.errors import BadFile, BadInput, JudgeError, MissingExtra, UnknownName
from indicmatch.judge import BACKENDS, Asker, AskError, Cache, Completion, Limits, Parameters, Settings, Usage, attempts, open_backend
from indicmatch.judge.asking import Question
from indicmatch.judge.backend import public_url, redacted

if not os.environ.get("INDICMATCH_REQUIRE"):
    pytest.importorskip("openai")

scripted = runpy.run_path(str(Path(__file__).with_name("openai_server.py")))
Server, Reply = scripted["Server"], scripted["Reply"]

KEY = "sk-test-51a2b3c4d5e6f7"
MESSAGES = [{"role": "system", "content": "grade"}, {"role": "user", "content": "data"}]
SCHEMA = {"type": "object", "properties": {"verdict": {"type": "string"}}, "required": ["verdict"], "additionalProperties": False}
DELAY = attempts._delay
FAST = Limits(tries=3, backoff=10)


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setattr("indicmatch.judge.attempts._delay", lambda attempt: 0.01)


def openai_backend(server, **settings):
    return open_backend("openai", Settings(model="judge-1", base_url=server.base_url, **{"timeout": 5.0, **settings}))


def asker(server, limits=FAST, **settings):
    return Asker(openai_backend(server, **settings), "openai", Cache(None), limits=limits)


def question(text="data"):
    return Question([{"role": "system", "content": "grade"}, {"role": "user", "content": text}], SCHEMA, "p-1.en:0")


def scripts(*replies):
    """A script that gives these replies in turn, the last one for ever."""
    left = list(replies)
    return lambda request, before: left.pop(0) if len(left) > 1 else left[0]


def test_a_completion_and_what_was_sent():
    with Server(scripts(Reply("hello"))) as server:
        completion = openai_backend(server).complete(MESSAGES, SCHEMA, temperature=0, max_tokens=77, seed=5)
        assert completion == Completion("hello", Usage(10, 2), "stop", "judge-1")
        sent = server.requests[0]
    assert sent["messages"] == MESSAGES
    assert (sent["model"], sent["temperature"], sent["max_tokens"], sent["seed"]) == ("judge-1", 0, 77, 5)
    assert sent["response_format"] == {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": SCHEMA}}
    assert server.headers[0].get("authorization", server.headers[0].get("Authorization")) == f"Bearer {KEY}"


def test_no_schema_sends_no_response_format():
    with Server() as server:
        server.script = scripts(Reply("x"))
        openai_backend(server).complete(MESSAGES)
        assert "response_format" not in server.requests[0]


@pytest.mark.parametrize(("refused", "kept"), [
    ("Invalid parameter: 'response_format' of type 'json_schema' is not supported", {"temperature", "max_tokens", "seed"}),
    ("Unsupported value: 'temperature' does not support 0 with this model", {"response_format", "max_tokens", "seed"}),
    ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", {"response_format", "temperature", "seed"}),
    ("Unrecognized request argument supplied: seed", {"response_format", "temperature", "max_tokens"}),
])  # fmt: skip
def test_a_parameter_that_the_server_refuses_is_left_out_from_then_on(refused, kept):
    """`max_completion_tokens` takes the place of `max_tokens`; the second question is sent once."""
    name = ({"temperature", "max_tokens", "seed", "response_format"} - kept).pop()

    def script(request, _):
        return Reply(refused, status=400) if name in request else Reply("ok")

    with Server(script) as server:
        backend = openai_backend(server)
        assert backend.complete(MESSAGES, SCHEMA).text == "ok"
        assert backend.complete(MESSAGES, SCHEMA).text == "ok"
        assert len(server.requests) == 3
        last = server.requests[-1]
    assert name not in last
    assert kept <= last.keys()
    assert ("max_completion_tokens" in last) == (name == "max_tokens")


def test_a_refusal_without_a_name_is_tried_without_the_schema():
    with Server(lambda request, _: Reply("bad request", status=400) if "response_format" in request else Reply("ok")) as server:
        assert openai_backend(server).complete(MESSAGES, SCHEMA).text == "ok"


def test_a_request_that_is_bad_in_itself_stays_an_error_and_the_schema_stays_in_use():
    def script(request, _):
        return Reply("too long", status=400) if "long" in request["messages"][1]["content"] else Reply("ok")

    with Server(script) as server:
        backend = openai_backend(server)
        with pytest.raises(AskError, match="too long") as caught:
            backend.complete([{"role": "system", "content": "s"}, {"role": "user", "content": "long"}], SCHEMA)
        assert not caught.value.retry
        backend.complete(MESSAGES, SCHEMA)
        assert "response_format" in server.requests[-1]


@pytest.mark.parametrize("body", [b"not json", b"", b"[]", b"{}", b'{"choices": []}', b'{"choices": [{}]}', b'{"choices": null}', b'"text"'])
def test_a_body_that_is_no_completion_is_tried_again(body):
    with Server(scripts(Reply(body=body), Reply("ok"))) as server:
        answer = asker(server).ask(question())
    assert answer.completion.text == "ok"
    assert len(server.requests) == 2


def test_bad_utf8_is_tried_again_and_then_an_error():
    with Server(scripts(Reply(body=b'{"choices": [{"message": {"content": "\xff\xfe"}}]}'))) as server:
        answer = asker(server, Limits(tries=2)).ask(question())
    assert answer.completion is None
    assert "UTF-8" in answer.error
    assert len(server.requests) == 2


@pytest.mark.parametrize(("text", "kept"), [(None, ""), ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "ab"), ("", "")])
def test_contents_of_every_kind(text, kept):
    with Server(scripts(Reply(text))) as server:
        assert openai_backend(server).complete(MESSAGES).text == kept


@pytest.mark.parametrize(("reply", "finish"), [
    (Reply("half a sen", finish="length"), "length"),
    (Reply("", finish="content_filter"), "content_filter"),
    (Reply(None, refusal="I cannot judge this."), "refusal"),
    (Reply(None, finish="tool_calls"), "tool_calls"),
])  # fmt: skip
def test_replies_that_are_not_whole(reply, finish):
    with Server(scripts(reply)) as server:
        answer = asker(server).ask(question())
    assert answer.completion.finish_reason == finish
    assert not answer.whole


def test_retry_after_is_honoured_and_counted():
    with Server(scripts(Reply(status=429, headers={"retry-after": "0.4"}), Reply("ok"))) as server:
        asking = asker(server)
        assert asking.ask(question()).completion.text == "ok"
        assert server.times[1] - server.times[0] >= 0.4
        assert asking.counts.asked == 2


@pytest.mark.parametrize("header", [("retry-after-ms", lambda: "300"), ("retry-after", lambda: formatdate(time.time() + 2, usegmt=True))])
def test_retry_after_in_its_other_forms(header):
    name, value = header
    with Server(scripts(Reply(status=503, headers={name: value()}), Reply("ok"))) as server:
        with pytest.raises(AskError) as caught:
            openai_backend(server).complete(MESSAGES)
        assert caught.value.retry
        assert 0 < caught.value.wait <= 2


def test_a_retry_after_beyond_what_is_allowed_gives_the_question_up_at_once():
    with Server(scripts(Reply(status=429, headers={"retry-after": "60"}))) as server:
        start = time.monotonic()
        answer = asker(server).ask(question())
        assert time.monotonic() - start < 2
    assert "exceed the 10 seconds" in answer.error
    assert len(server.requests) == 1


def test_retry_after_holds_the_other_threads_too():
    from indicmatch.judge.workers import ordered

    with Server() as server:
        server.script = lambda request, before: (
            Reply(status=429, headers={"retry-after": "0.6"}) if "first" in request["messages"][1]["content"] and not before else Reply("ok")
        )
        asking = asker(server)
        asking.ask(question("warm up"))

        def ask(text):
            if text != "first":
                time.sleep(0.15)  # so that the first one has been told to wait
            return asking.ask(question(text)).completion.text

        assert [text for _, text in ordered(ask, ["first", "second", "third"], 3, asking.stop)] == ["ok"] * 3
        assert min(server.times[2:]) - server.times[1] >= 0.5


def test_server_errors_are_tried_three_times():
    with Server(scripts(Reply(status=500))) as server:
        asking = asker(server, Limits(tries=3, backoff=10))
        answer = asking.ask(question())
    assert answer.completion is None
    assert "500" in answer.error
    assert (len(server.requests), asking.counts.failed) == (3, 1)


def test_tries_are_further_and_further_apart():
    for attempt, middle in ((1, 0.5), (2, 1.0), (3, 2.0)):
        assert 0.75 * middle <= DELAY(attempt) <= 1.25 * middle


def test_failures_are_not_kept_and_are_asked_again():
    with Server(scripts(Reply(status=500), Reply("ok"))) as server:
        asking = asker(server, Limits(tries=1))
        assert asking.ask(question()).error
        assert asking.ask(question()).completion.text == "ok"
        assert asking.ask(question()).completion.text == "ok"
    assert len(server.requests) == 2


def test_a_server_that_does_not_reply_in_time():
    with Server(scripts(Reply("late", delay=1.0))) as server:
        answer = asker(server, Limits(tries=1), timeout=0.2).ask(question())
    assert "no reply within 0.2 seconds" in answer.error


def test_a_line_that_breaks_is_tried_again():
    with Server(scripts(Reply(drop=True), Reply("ok"))) as server:
        assert asker(server).ask(question()).completion.text == "ok"


def test_a_server_that_is_not_there():
    with Server() as server:
        pass
    answer = asker(server, Limits(tries=1)).ask(question())
    assert "cannot be reached" in answer.error


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_can_never_succeed_ends_the_run(status):
    with Server(scripts(Reply(f"Incorrect API key provided: {KEY}", status=status))) as server:
        asking = asker(server)
        asking.ask(question())
        assert asking.ask(question("next")).skipped
        with pytest.raises(JudgeError) as caught:
            asking.check()
        assert len(server.requests) == 1
    assert KEY not in str(caught.value)


def test_too_many_failures_in_a_row_end_the_run():
    with Server(scripts(Reply(status=500))) as server:
        asking = asker(server, Limits(tries=1, failures=3))
        for number in range(5):
            asking.ask(question(str(number)))
        assert len(server.requests) == 3
        with pytest.raises(JudgeError, match="3 questions in a row"):
            asking.check()


def test_max_calls_counts_every_request():
    with Server() as server:
        server.script = scripts(Reply("ok"))
        asking = asker(server, Limits(calls=2))
        answers = [asking.ask(question(str(number))) for number in range(4)]
    assert [answer.skipped is None for answer in answers] == [True, True, False, False]
    assert len(server.requests) == 2


def test_rpm_spaces_requests():
    with Server() as server:
        server.script = scripts(Reply("ok"))
        asking = asker(server, Limits(rpm=300))
        for number in range(4):
            asking.ask(question(str(number)))
    assert server.times[-1] - server.times[0] >= 0.5  # three gaps of 0.2, less what a loaded machine delays the first by


def test_the_key_is_in_no_message_and_in_no_reply():
    body = json.dumps({"choices": [{"message": {"content": f"your key is {KEY}"}, "finish_reason": "stop"}], "model": "m"}).encode()
    with Server(scripts(Reply(body=body))) as server:
        assert KEY not in openai_backend(server).complete(MESSAGES).text
    with Server(scripts(Reply(body=f"oops {KEY}".encode()))) as server:
        assert KEY not in asker(server, Limits(tries=1)).ask(question()).error


def test_an_address_with_a_password_is_shown_without_it():
    settings = Settings(model="m", base_url="http://user:hunter2@127.0.0.1:9/v1?key=abcdef", timeout=1)
    backend = open_backend("openai", settings)
    assert backend.endpoint == "http://127.0.0.1:9/v1"
    with pytest.raises(AskError) as caught:
        backend.complete(MESSAGES)
    assert "hunter2" not in str(caught.value)


def test_no_key_is_needed_for_a_named_endpoint_only(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    with Server(scripts(Reply("ok"))) as server:
        assert openai_backend(server).complete(MESSAGES).text == "ok"
    with pytest.raises(BadInput, match="OPENAI_API_KEY"):
        open_backend("openai", Settings(model="m"))
    with pytest.raises(BadInput, match="MY_KEY"):
        open_backend("openai", Settings(model="m", key_env="MY_KEY"))


def test_a_model_must_be_named():
    with pytest.raises(BadInput, match="--model"):
        open_backend("openai", Settings(base_url="http://127.0.0.1:9/v1"))


def test_missing_packages_name_the_command(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(MissingExtra, match=r"indicmatch\[judge\]"):
        open_backend("openai", Settings(model="m"))
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(MissingExtra, match=r"indicmatch\[transformers\]"):
        open_backend("transformers", Settings(model="m"))


def test_the_backends_and_an_unknown_one():
    open_backend("callable:textwrap.dedent")
    assert set(BACKENDS) == {"openai", "transformers", "callable", "replay"}
    with pytest.raises(UnknownName, match="openai"):
        open_backend("opnai")


# a function of one's own


def ask_function(function, **limits):
    from indicmatch.judge.backends.callable import CallModel

    return Asker(CallModel(function, "mine"), "callable", Cache(None), limits=Limits(**limits)).ask(question("data"))


def test_a_function_gets_the_prompt_as_text():
    seen = []
    answer = ask_function(lambda prompt: seen.append(prompt) or "CORRECT")
    assert answer.completion == Completion("CORRECT", Usage(), "stop", "mine")
    assert seen == ["grade\n\ndata"]


def test_a_function_that_fails():
    def broken(_):
        raise KeyError("nope")

    calls = []

    def offline(_):
        calls.append(1)
        raise ConnectionError("offline")

    assert "KeyError" in ask_function(broken).error
    assert "offline" in ask_function(offline, tries=2).error
    assert len(calls) == 2


def test_a_stub_and_a_function_that_returns_no_text_end_the_run():
    from indicmatch.judge.backends.callable import CallModel

    def stub(_):
        raise NotImplementedError

    odd = [
        (lambda _: Completion(None, Usage(), "stop", "mine"), "NoneType where the reply as text"),
        (lambda _: Completion("CORRECT", None, "stop", "mine"), "NoneType where usage"),
        (lambda _: Completion("CORRECT", Usage(), 7, "mine"), "int where finish_reason"),
        (lambda _: Completion("CORRECT", Usage(), None, b"mine"), "bytes where the model's name"),
    ]
    for function, said in ((stub, "stub"), (lambda _: 42, "int"), *odd):
        asking = Asker(CallModel(function, "mine"), "callable", Cache(None))
        asking.ask(question())
        with pytest.raises(JudgeError, match=said):
            asking.check()


def test_a_function_by_name(tmp_path, monkeypatch):
    (tmp_path / "judge_of_mine_7.py").write_text("def call_model(prompt):\n    return 'CORRECT'\n")
    monkeypatch.chdir(tmp_path)
    backend = open_backend("callable:judge_of_mine_7.call_model")
    assert backend.complete(MESSAGES).text == "CORRECT"
    assert backend.model == "judge_of_mine_7.call_model"


@pytest.mark.parametrize("name", ["callable:", "callable:nothing", "callable:no_such_module_x.f", "callable:json.nothing", "callable:math.pi"])
def test_a_function_that_cannot_be_had(name):
    with pytest.raises(BadInput):
        open_backend(name)


def test_a_changed_function_has_another_key():
    from indicmatch.judge.backends.callable import CallModel

    one, other = CallModel(lambda prompt: "CORRECT", "mine"), CallModel(lambda prompt: "INCORRECT", "mine")
    assert one.endpoint != other.endpoint


# recorded replies


def recorded(path, *models):
    cache = Cache(path)
    for model in models:
        reply = Completion(f"{model} says CORRECT", Usage(1, 1), "stop", model)
        cache.put(f"key of {model}", reply, messages=question().messages, source=("openai", model, "e"), prompt="p", parameters={})
    cache.close()


def test_replies_are_replayed_without_a_model(tmp_path):
    path = tmp_path / "cache.sqlite"
    recorded(path, "judge-1")
    backend = open_backend(f"replay:{path}")
    asking = Asker(backend, "replay", Cache(None))
    assert asking.ask(question()).completion.text == "judge-1 says CORRECT"
    assert "not recorded" in asking.ask(question("another")).error
    assert (asking.counts.asked, asking.counts.cached, asking.counts.failed) == (0, 1, 1)


def test_replay_needs_to_know_the_model(tmp_path):
    path = tmp_path / "cache.sqlite"
    recorded(path, "judge-1", "judge-2")
    with pytest.raises(BadInput, match=r"judge-1, judge-2"):
        open_backend("replay", Settings(cache=str(path)))
    assert open_backend("replay", Settings(cache=str(path), model="judge-2")).model == "judge-2"
    with pytest.raises(BadInput, match="judge-3"):
        open_backend("replay", Settings(cache=str(path), model="judge-3"))


def test_replay_needs_a_cache(tmp_path):
    with pytest.raises(BadInput, match="--cache"):
        open_backend("replay")
    with pytest.raises(BadFile):
        open_backend("replay", Settings(cache=str(tmp_path / "nothing.sqlite")))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("change", [
    {"model": "judge-2"}, {"base_url": "http://127.0.0.1:10/v1"}, {"max_tokens": 9}, {"seed": 1}, {"temperature": 0.5}, {"prompt": "q"},
    {"text": "other"}, {"about": {"normalisation": "encoding"}}, {"name": "callable"}, {"schema": None},
])  # fmt: skip
def test_everything_that_decides_a_reply_is_in_its_key(change):
    def key(model="judge-1", base_url="http://127.0.0.1:9/v1", prompt="p", text="t", about=None, name="openai", schema=SCHEMA, **parameters):
        backend = open_backend("openai", Settings(model=model, base_url=base_url))
        asking = Asker(backend, name, Cache(None), parameters=Parameters(**parameters))
        return asking.key(Question([{"role": "user", "content": text}], schema, prompt, about or {"normalisation": "nfc"}))

    assert key() == key()
    assert key() != key(**change)


def test_the_limits_must_make_sense():
    for wrong in ({"tries": 0}, {"backoff": -1}, {"rpm": 0}, {"calls": -1}, {"failures": 0}):
        with pytest.raises(BadInput, match=next(iter(wrong))):
            Limits(**wrong)


def test_helpers():
    assert public_url("http://h:1/v1/") == "http://h:1/v1"
    assert redacted("a b", ["", "b"]) == "a [key]"
