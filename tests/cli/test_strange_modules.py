"""Modules in the current folder do not stand in for those of the kit, whatever a command starts."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import guildhall_widgets
import pytest
from jupyter_client.manager import KernelManager

HOSTILE = ("jupyterlab", "jupyter_server", "traitlets", "msgspec", "numpy", "numba", "polars", "ipykernel_launcher")
CONFIGURATION = ("jupyter_config", "jupyter_server_config", "jupyter_lab_config")
AS_SCRIPT = "import sys; from guildhall.cli import main; sys.exit(main(sys.argv[1:]))"
AS_INSTALLED = f"import guildhall; guildhall.__file__ = '/nowhere/guildhall/__init__.py'; {AS_SCRIPT}"
SOAK = """
from guildhall.games import registration
from guildhall.testing.soak import soak_of
report = soak_of(registration("guildhall")).compare_plain(1, 0, None)
print(report.ok, report.games, *report.violations)
"""


@pytest.fixture
def here(tmp_path):
    """A folder full of hostile modules; each leaves a file behind when it is run."""
    for name in (*HOSTILE, *CONFIGURATION):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / name)!r} + '.ran', 'w').close()\n")
    return tmp_path


@pytest.fixture
def run(project_root, here):
    def run(*arguments):
        environment = os.environ | {"PYTHONPATH": str(project_root), "JUPYTER_CONFIG_DIR": str(here / "config")}
        return subprocess.run(
            [sys.executable, *arguments], cwd=here, env=environment, capture_output=True, text=True, check=False
        )

    return run


def ran(here):
    return sorted(path.name for path in here.glob("*.ran"))


def test_the_lab_imports_nothing_from_the_folder_it_opens(run, here):
    done = run("-P", "-c", AS_INSTALLED, "lab", "--no-browser", "--", "--version")

    assert ran(here) == []
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()[0].isdigit()


def test_the_plain_rules_of_a_soak_import_nothing_from_there(run, here):
    done = run("-P", "-c", SOAK)

    assert ran(here) == []
    assert done.stdout.strip() == "True 1", done.stderr


def test_the_command_line_as_a_module_imports_nothing_from_there(run, here):
    done = run("-m", "guildhall.cli", "cards", "Weaver")

    assert ran(here) == []
    assert (done.returncode, "Weaver" in done.stdout) == (0, True), done.stderr


def kernel_specs():
    config = SimpleNamespace(ServerApp=SimpleNamespace())
    own = Path(guildhall_widgets.__file__).with_name("jupyter") / "jupyter_server_config.py"
    runpy.run_path(str(own), {"get_config": lambda: config})
    return config.ServerApp.kernel_spec_manager_class()


def test_a_kernel_starts_without_the_folder_of_its_notebook(run, here):
    _, *rest = kernel_specs().get_kernel_spec("python3").argv
    done = run(*rest[: rest.index("ipykernel_launcher") + 1], "--version")

    assert ran(here) == []
    assert done.returncode == 0, done.stderr


def test_a_running_notebook_can_import_a_module_of_its_folder(here):
    (here / "my_helpers.py").write_text("number = 41 + 1")
    kernel = KernelManager(kernel_name="python3", kernel_spec_manager=kernel_specs())
    kernel.start_kernel(cwd=str(here))
    try:
        client = kernel.blocking_client()
        client.start_channels()
        client.wait_for_ready(timeout=60)
        reply = client.execute_interactive("import my_helpers", user_expressions={"n": "my_helpers.number"}, timeout=60)
        client.stop_channels()
    finally:
        kernel.shutdown_kernel(now=True)

    assert reply["content"]["user_expressions"]["n"]["data"]["text/plain"] == "42"
    assert ran(here) == []


def test_a_kernel_of_another_python_is_started_as_it_says(here):
    specs = kernel_specs()
    folder = here / "kernels" / "old"
    folder.mkdir(parents=True)
    argv = '["/opt/old/bin/python", "-m", "ipykernel_launcher", "-f", "{connection_file}"]'
    (folder / "kernel.json").write_text(f'{{"argv": {argv}, "display_name": "old", "language": "python"}}')
    specs.kernel_dirs = [str(here / "kernels")]

    assert specs.get_kernel_spec("old").argv[:3] == ["/opt/old/bin/python", "-m", "ipykernel_launcher"]
