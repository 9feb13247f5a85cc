"""A server that speaks as much of OpenAI's protocol as the tests need, on this machine, with answers by a script.

`Server(script)`: the script gets each request (its JSON, and how often this conversation was asked before) and returns a `Reply`. Every
request is counted by its conversation, also across the lives of its clients.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Reply:
    """What to send back; `body` as it is, else a completion with `text`. `delay` seconds before it; `drop` closes the line instead."""

    text: str | None = '{"reason": "scripted", "verdict": "CORRECT"}'
    finish: str = "stop"
    status: int = 200
    headers: dict = field(default_factory=dict)
    body: bytes | None = None
    delay: float = 0.0
    drop: bool = False
    refusal: str | None = None

    def bytes(self, model):
        if self.body is not None:
            return self.body
        if self.status != 200:
            return json.dumps({"error": {"message": self.text or "scripted failure", "type": "scripted"}}).encode()
        message = {"role": "assistant", "content": self.text, "refusal": self.refusal}
        usage = {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12}
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        return json.dumps({"id": "x", "object": "chat.completion", "created": 0, "model": model, "choices": [choice], "usage": usage}).encode()


def data_of(request):
    """The object with question, references and response that a request holds."""
    return json.loads(request["messages"][-1]["content"].split("\n")[0])


def by_substring(request, _):
    """Right where a reference stands in the response."""
    data = data_of(request)
    right = any(reference in data["response"] for reference in data["reference_answers"])
    return Reply(json.dumps({"reason": "scripted", "verdict": "CORRECT" if right else "INCORRECT"}))


class Server:
    """The server, running until `close`; `base_url` is its address, `requests` the JSON of all requests, `headers` their headers."""

    def __init__(self, script=by_substring):
        self.script = script
        self.requests, self.headers, self.times = [], [], []
        self.seen: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.most = self._now = 0
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                outer.handle(self)

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.base_url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def handle(self, handler):
        request = json.loads(handler.rfile.read(int(handler.headers["content-length"])))
        request["path"] = handler.path
        key = json.dumps(request.get("messages") or request.get("input"), sort_keys=True)
        with self._lock:
            before = self.seen[key]
            self.seen[key] += 1
            self.requests.append(request)
            self.headers.append(dict(handler.headers))
            self.times.append(time.monotonic())
            self._now += 1
            self.most = max(self.most, self._now)
        try:
            reply = self.script(request, before)
            time.sleep(reply.delay)
            if reply.drop:
                handler.close_connection = True
                return
            body = reply.bytes(request.get("model"))
            handler.send_response(reply.status)
            for name, value in {"content-type": "application/json", "content-length": str(len(body)), **reply.headers}.items():
                handler.send_header(name, value)
            handler.end_headers()
            handler.wfile.write(body)
            handler.wfile.flush()
            with self._lock:
                self.answered[key] += reply.status == 200
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            with self._lock:
                self._now -= 1

    def close(self):
        self._http.shutdown()
        self._http.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
