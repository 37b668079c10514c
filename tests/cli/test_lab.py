"""`guildhall lab`: JupyterLab for this machine only, with its token, without news."""

from __future__ import annotations

import json
import os
import re
import runpy
import socket
import sys
import time
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock
from urllib.error import HTTPError, URLError

import guildhall_widgets
import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler

from guildhall.cli import lab
from tests.cli.labcommand import LabCommand


@pytest.fixture
def started(monkeypatch):
    """The arguments Python would be started with."""
    calls = []

    def become(arguments):
        calls.append(arguments)
        return 0

    monkeypatch.setattr(lab, "become", become)
    monkeypatch.setattr(lab, "_is_root", lambda: False)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "")
    return calls


def test_it_listens_on_this_machine_only_and_fetches_no_news(guildhall, started):
    assert guildhall("lab").code == 0
    assert started[0][:2] == [sys.executable, "-P"]
    assert Path(started[0][2]).name == "serve.py"
    assert "--ServerApp.ip=127.0.0.1" in started[0]
    assert "--LabApp.news_url=None" in started[0]
    assert not [argument for argument in started[0] if "token" in argument or "password" in argument]


def test_options_are_handed_on(guildhall, started):
    done = guildhall("lab", "--no-browser", "--port", "9000", "--", "--log-level=ERROR")

    assert started[0][-3:] == ["--no-browser", "--ServerApp.port=9000", "--log-level=ERROR"]
    assert "--allow-root" not in started[0]
    assert done.err == ""


def test_as_root_it_starts_all_the_same_and_says_so_in_one_line(guildhall, started, monkeypatch):
    monkeypatch.setattr(lab, "_is_root", lambda: True)
    done = guildhall("lab")

    assert "--allow-root" in started[0]
    assert "--ServerApp.ip=127.0.0.1" in started[0]
    assert not [argument for argument in started[0] if "token" in argument or "password" in argument]
    assert done.err == (
        "guildhall: running as root, so notebooks may do anything; "
        "JupyterLab listens on this machine only, with its token"
    )


def test_settings_of_the_front_ends_are_read_before_those_of_the_environment(guildhall, started, monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "elsewhere")
    guildhall("lab")
    own, *others = os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)

    assert others == ["elsewhere"]
    overrides = json.loads(Path(own, "labconfig", "default_setting_overrides.json").read_text(encoding="utf-8"))
    assert overrides["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
    assert Path(own, "jupyter_server_config.py").is_file()


def test_what_a_kernel_sends_leaves_the_server_at_once(monkeypatch):
    config = SimpleNamespace(ServerApp=SimpleNamespace())
    own = Path(guildhall_widgets.__file__).with_name("jupyter") / "jupyter_server_config.py"
    runpy.run_path(str(own), {"get_config": lambda: config})
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda self: "connected")
    page = Mock(spec=KernelWebsocketHandler)

    assert config.ServerApp.kernel_websocket_connection_class(websocket_handler=page).connect() == "connected"
    page.set_nodelay.assert_called_once_with(True)


def test_the_first_notebook_is_opened_where_it_is_at_hand(guildhall, started, tmp_path, monkeypatch):
    monkeypatch.setattr("guildhall.__file__", str(tmp_path / "site-packages" / "guildhall" / "__init__.py"))
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "00_start_here.ipynb").write_text("{}")

    guildhall("lab")

    assert "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb" in started[0]


def test_without_the_notebooks_the_folder_at_hand_is_opened(guildhall, started, tmp_path, monkeypatch):
    monkeypatch.setattr("guildhall.__file__", str(tmp_path / "site-packages" / "guildhall" / "__init__.py"))

    guildhall("lab")

    assert os.getcwd() == str(tmp_path)
    assert not [argument for argument in started[0] if "default_url" in argument]


@pytest.mark.parametrize("option", ["--ip=0.0.0.0", "--ServerApp.ip=0.0.0.0", "--ServerApp.allow_remote_access=True"])
def test_it_cannot_be_opened_to_others(guildhall, started, option):
    done = guildhall("lab", "--", option)

    assert done.code == 2
    assert f"{option}: guildhall lab is for this machine only" in done.err
    assert not started


def test_a_missing_jupyterlab_is_told_with_advice(guildhall, started, monkeypatch):
    monkeypatch.setattr(lab, "find_spec", lambda name: None)

    done = guildhall("lab")

    assert done.code == 1
    assert "JupyterLab is not installed" in done.err
    assert not started


@pytest.fixture(scope="module")
def server(project_root, tmp_path_factory):
    """A real JupyterLab, started by the command."""
    with LabCommand(project_root, tmp_path_factory.mktemp("lab")) as running:
        yield running


def get(address: str, *, tries: int = 100) -> str:
    try:
        with urllib.request.urlopen(address, timeout=120) as answer:
            return answer.read().decode()
    except URLError as error:
        # The address is printed a moment before the server listens.
        if not isinstance(error.reason, ConnectionRefusedError) or tries == 0:
            raise
    time.sleep(0.1)
    return get(address, tries=tries - 1)


def test_a_real_jupyterlab_answers_only_with_its_token_and_warns_of_nothing(server):
    root, token = re.match(r"(http://127\.0\.0\.1:\d+)/.*token=(\w+)", server.address).groups()

    with pytest.raises(HTTPError, match="403") as refused:
        get(f"{root}/api/contents")
    refused.value.close()
    assert json.loads(get(f"{root}/api/contents?token={token}"))["type"] == "directory"
    assert json.loads(get(f"{root}/lab/api/news?token={token}")) == {"news": []}
    assert not [line for line in server.lines if re.search("warn|deprecat|error", line, re.IGNORECASE)]


def test_a_notebook_is_opened_with_the_name_and_version_of_its_kernel(server):
    """What JupyterLab would write into it otherwise, and count as a change."""
    root, token = re.match(r"(http://127\.0\.0\.1:\d+)/.*token=(\w+)", server.address).groups()
    opened = json.loads(get(f"{root}/api/contents/notebooks/00_start_here.ipynb?token={token}"))["content"]["metadata"]
    specs = json.loads(get(f"{root}/api/kernelspecs?token={token}"))["kernelspecs"]

    assert opened["kernelspec"]["display_name"] == specs["python3"]["spec"]["display_name"]
    assert opened["language_info"]["version"] == sys.version.split()[0]
    as_text = json.loads(get(f"{root}/api/contents/notebooks/00_start_here.ipynb?token={token}&type=file"))
    assert sys.version.split()[0] not in json.loads(as_text["content"])["metadata"]["language_info"].values()


OPEN_TO_ALL = """
c = get_config()
c.ServerApp.ip = "0.0.0.0"
c.ServerApp.allow_remote_access = True
c.ServerApp.identity_provider_class = "jupyter_server.auth.identity.IdentityProvider"
c.ServerApp.token = c.IdentityProvider.token = c.PasswordIdentityProvider.token = ""
c.ServerApp.password = c.PasswordIdentityProvider.hashed_password = ""
"""


def test_configurations_that_let_everybody_in_are_overruled(project_root, tmp_path):
    (tmp_path / "CONFIG").mkdir()
    for name in ("jupyter_server_config.py", "jupyter_lab_config.py"):  # either would be enough to let them in
        (tmp_path / "CONFIG" / name).write_text(OPEN_TO_ALL)
    with LabCommand(project_root, tmp_path) as server:
        root, port, token = re.match(r"(http://127\.0\.0\.1:(\d+))/.*token=(\w{48})", server.address).groups()

        with pytest.raises(HTTPError, match="403") as refused:
            get(f"{root}/api/contents")
        refused.value.close()
        assert json.loads(get(f"{root}/api/contents?token={token}"))["type"] == "directory"
        with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.2", int(port)), timeout=10):
            pass


def test_a_password_of_the_users_own_does_not_take_the_place_of_the_token(project_root, tmp_path):
    (tmp_path / "CONFIG").mkdir()
    hashed = {"PasswordIdentityProvider": {"hashed_password": "sha1:0123456789ab:" + "0" * 40}}
    (tmp_path / "CONFIG" / "jupyter_server_config.json").write_text(json.dumps(hashed))
    with LabCommand(project_root, tmp_path) as server:
        root, token = re.match(r"(http://127\.0\.0\.1:\d+)/.*token=(\w{48})", server.address).groups()

        assert json.loads(get(f"{root}/api/contents?token={token}"))["type"] == "directory"
