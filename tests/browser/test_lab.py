"""What a newcomer sees first: the page that `guildhall lab` opens."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.cli.labcommand import LabCommand

pytestmark = pytest.mark.browser


def test_the_first_notebook_opens_without_a_pop_up_and_is_not_marked_unsaved(browser, project_root, tmp_path):
    with LabCommand(project_root, tmp_path) as server:
        page = browser.new_page()
        page.goto(server.address)
        tab = page.locator(".lm-DockPanel-tabBar .lm-TabBar-tab", has_text="00_start_here.ipynb")
        expect(tab).to_be_visible()
        expect(page.locator(".jp-NotebookPanel-toolbar [data-status=idle]")).to_be_attached()
        page.wait_for_timeout(2000)  # the kernel's answer is written into the notebook a moment later

        assert "jp-mod-dirty" not in tab.get_attribute("class")
        expect(page.locator(".Toastify__toast")).to_have_count(0)
        page.close()
