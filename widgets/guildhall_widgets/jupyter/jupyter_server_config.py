"""Server settings of `guildhall lab`: kernel start, kernel names in notebooks, and no message delay.

The server reads this file because its folder is in `JUPYTER_CONFIG_PATH`. It is never imported.
"""

from __future__ import annotations

import sys
from typing import Any

from ipykernel.ipkernel import IPythonKernel
from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

__all__ = ["Connection", "Kernels", "Notebooks"]


class Notebooks(AsyncLargeFileManager):
    """The files of the server. Opening a notebook does not mark it as changed when its kernel starts.

    JupyterLab writes the kernel's name and version into a notebook. If they differ, the notebook counts as unsaved.
    """

    async def get(self, path: str, content: bool = True, *more: Any, **asked: Any) -> Any:
        """Return a file or folder. A notebook gets the name and version of the kernel it will run on."""
        model = await super().get(path, content, *more, **asked)  # type: ignore[no-untyped-call]  # it ships few types
        if content and model["type"] == "notebook":
            self._name_kernel(model["content"]["metadata"])
        return model

    def _name_kernel(self, metadata: Any) -> None:
        server: Any = self.parent
        name = metadata.get("kernelspec", {}).get("name")
        try:
            spec = server.kernel_spec_manager.get_kernel_spec(name)
        except (NoSuchKernel, ValueError):
            return  # JupyterLab will request another kernel
        if spec.language == "python":
            metadata["kernelspec"] = {"display_name": spec.display_name, "language": spec.language, "name": name}
            metadata["language_info"] = dict(IPythonKernel.language_info)


class Kernels(KernelSpecManager):
    """The kernels of the server. Those of this Python start without importing from the notebook's folder.

    A running kernel can import from that folder, after everything that is installed.
    """

    def get_kernel_spec(self, kernel_name: str) -> Any:
        """Return the command that starts a kernel."""
        spec = super().get_kernel_spec(kernel_name)
        program, *rest = spec.argv
        if rest[:2] == ["-m", "ipykernel_launcher"] and program in (sys.executable, *_PYTHON):
            spec.argv = [program, "-P", *rest, _WITH_FOLDER]
        return spec


_WITH_FOLDER = """--IPKernelApp.exec_lines=__import__("sys").path.append("")"""
"""Makes the notebook's folder the last place for imports, which `-P` leaves out altogether."""

_PYTHON = "python", "python3", f"python{sys.version_info[0]}.{sys.version_info[1]}"
"""Names in a kernel specification that mean the server's Python."""


class Connection(ZMQChannelsWebsocketConnection):
    """The connection from a page to its kernel, which sends every message immediately.

    A kernel first reports that it is busy. The next message, with the new picture, would wait until the browser has
    acknowledged the first, which takes up to 40 ms.
    """

    def connect(self) -> Any:
        """Start forwarding messages."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


if "get_config" in globals():  # true in the server, false in a type checker
    _server = get_config().ServerApp  # type: ignore[name-defined]  # noqa: F821
    _server.contents_manager_class = Notebooks
    _server.kernel_spec_manager_class = Kernels
    _server.kernel_websocket_connection_class = Connection
