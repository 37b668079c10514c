"""What must not reach the browser: tests write SECRET into it and look through all that was sent."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect


def secrets_sent(notebook: Any, table: Any, clicks: int) -> list[Any]:
    """Return the messages with a SECRET in them after clicks on the first option, the log open at last."""
    option = table.locator(".gh-options button").first
    for _ in range(clicks):
        before = option.get_attribute("data-at")
        option.click()
        expect(option).not_to_have_attribute("data-at", before)
    table.locator("[data-key='drawer log']").click()
    expect(table.locator(".gh-ply").first).to_be_visible()
    sent = [message for message in notebook.messages() if message.kind != "execute_input"]
    assert len(sent) > clicks
    return [message for message in sent if b"SECRET" in message.raw]
