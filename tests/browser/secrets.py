"""What must not reach the browser: tests write SECRET into it and look through all that was sent."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect


def secrets_sent(notebook: Any, table: Any, clicks: int) -> list[Any]:
    """Return the messages with a SECRET in them after clicks on the first option, with the log open."""
    table.get_by_role("button", name="Log and lines of play").click()
    for _ in range(clicks):
        before = table.locator(".gh-ply").first.inner_text()
        table.locator(".gh-options button").first.click()
        expect(table.locator(".gh-ply").first).not_to_have_text(before)
    sent = [message for message in notebook.messages() if message.kind != "execute_input"]
    assert len(sent) > clicks
    return [message for message in sent if b"SECRET" in message.raw]
