"""What a page does behind the scenes: complaints, requests to other hosts, messages from the kernel."""

from __future__ import annotations

import itertools
import json
import re
import struct
import zlib
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Page, Request, WebSocket

__all__ = ["Message", "Watch"]


# What a kernel answers with "busy" before and "idle" after its work; asked of it by a user's click.
WORK = {"comm_msg", "comm_open", "execute_request"}


@dataclass(frozen=True)
class Message:
    """One message of a kernel: its type, the message it answers to, its content, and every byte that came with it.

    What came compressed follows once more as it reads, so that whoever looks for a word in `raw` finds it.
    """

    kind: str
    name: str
    parent: dict[str, Any]
    content: dict[str, Any]
    raw: bytes


@dataclass
class Watch:
    """Collects what one page does from its first request on; `trouble` ought to stay empty.

    `address` is the only place the page may ask; `unanswered` names messages at which the kernel is still working.
    """

    address: str
    trouble: list[str] = field(default_factory=list)
    frames: list[bytes] = field(default_factory=list)
    unanswered: set[str] = field(default_factory=set)

    def follow(self, page: Page) -> None:
        """Begin to listen; call this before the page loads anything."""
        page.on("console", self._on_console)
        page.on("pageerror", self._on_page_error)
        page.on("request", self._on_request)
        page.on("websocket", self._on_socket)

    def leave(self, page: Page) -> None:
        """Listen no longer: what the page does from now on belongs to another watch."""
        page.remove_listener("console", self._on_console)
        page.remove_listener("pageerror", self._on_page_error)
        page.remove_listener("request", self._on_request)
        page.remove_listener("websocket", self._on_socket)

    def messages(self) -> list[Message]:
        """The frames that are messages of the kernel, decoded, in the order they came."""
        return [message for frame in self.frames if (message := decoded(frame))]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.trouble.append(f"console error: {message.text} ({message.location.get('url', '')})")

    def _on_page_error(self, error: Error) -> None:
        self.trouble.append(f"page error: {error.stack or error.message}")

    def _on_request(self, request: Request) -> None:
        self._check_address(request.url)

    def _on_socket(self, socket: WebSocket) -> None:
        self._check_address(socket.url.replace("ws", "http", 1))
        socket.on("framesent", self._on_sent)
        socket.on("framereceived", self._on_frame)

    def _check_address(self, url: str) -> None:
        if not url.startswith((f"{self.address}/", "data:", "blob:", "about:")):
            self.trouble.append(f"request to another host: {url}")

    def _on_sent(self, payload: str | bytes) -> None:
        message = decoded(as_bytes(payload))
        if message and message.kind in WORK:
            self.unanswered.add(message.name)

    def _on_frame(self, payload: str | bytes) -> None:
        self.frames.append(as_bytes(payload))
        message = decoded(self.frames[-1])
        if message and message.kind == "status" and message.content.get("execution_state") == "idle":
            self.unanswered.discard(message.parent.get("msg_id", ""))
        # An exception of a cell is shown there; one of a widget's callback nobody would see.
        if message and message.kind == "error" and message.parent.get("msg_type") != "execute_request":
            self.trouble.append("exception in the kernel: " + plain_text("\n".join(message.content["traceback"])))


def as_bytes(payload: str | bytes) -> bytes:
    """A frame's payload as it went over the wire."""
    return payload.encode() if isinstance(payload, str) else payload


def plain_text(text: str) -> str:
    """A traceback without the colours of a terminal.

    >>> plain_text("\x1b[31mKeyError\x1b[39m: 'Monk'")
    "KeyError: 'Monk'"
    """
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def decoded(frame: bytes) -> Message | None:
    """A kernel's message from a frame, in either of the two forms Jupyter has; None for other frames.

    >>> decoded(b'{"header": {"msg_type": "status", "msg_id": "7"}, "parent_header": {}, "content": {}}').kind
    'status'
    >>> decoded(b"ping") is None
    True
    """
    try:
        header, parent, content, *buffers = json_parts(frame) if frame[:1] == b"{" else binary_parts(frame)
        raw = b"".join([frame, *map(unpacked, buffers)])
        return Message(header["msg_type"], header["msg_id"], parent, content, raw)
    except (ValueError, KeyError, IndexError, TypeError, struct.error):
        return None


def json_parts(frame: bytes) -> list[Any]:
    """Header, parent and content of a message that is one JSON document."""
    document = json.loads(frame)
    return [document[part] for part in ("header", "parent_header", "content")]


def binary_parts(frame: bytes) -> list[Any]:
    """Header, parent, content and buffers of protocol v1: a count of offsets, the offsets, then channel, header, …"""
    (count,) = struct.unpack_from("<Q", frame)
    offsets = struct.unpack_from(f"<{count}Q", frame, 8)
    parts = [frame[start:end] for start, end in itertools.pairwise(offsets)]
    return [*(json.loads(parts[place]) for place in (1, 2, 4)), *parts[5:]]


def unpacked(buffer: bytes) -> bytes:
    """A buffer that is a compressed page, as it reads; nothing of any other buffer.

    >>> unpacked(zlib.compress(b"red Weaver")), unpacked(b"1234")
    (b'red Weaver', b'')
    """
    try:
        return zlib.decompress(buffer)
    except zlib.error:
        return b""
