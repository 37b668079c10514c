"""What `guildhall lab` tells JupyterLab's server: how kernels start, what notebooks say of them, no waiting.

The server reads this file because its folder stands in `JUPYTER_CONFIG_PATH`; nothing imports it.
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
    """The files of the server; a notebook that is opened is not changed by the kernel that starts for it.

    JupyterLab writes name and version of the kernel into a notebook, and where they were others it counts as unsaved.
    """

    async def get(self, path: str, content: bool = True, *more: Any, **asked: Any) -> Any:
        """A file or folder, and a notebook with the name and version of the kernel that it will get."""
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
            return  # JupyterLab will ask for another kernel
        if spec.language == "python":
            metadata["kernelspec"] = {"display_name": spec.display_name, "language": spec.language, "name": name}
            metadata["language_info"] = dict(IPythonKernel.language_info)


class Kernels(KernelSpecManager):
    """The kernels of the server; one of this Python starts without importing from the folder of its notebook.

    Once it runs, its notebook can import from there, after the standard library.
    """

    def get_kernel_spec(self, kernel_name: str) -> Any:
        """Return how a kernel is started."""
        spec = super().get_kernel_spec(kernel_name)
        program, *rest = spec.argv
        if rest[:2] == ["-m", "ipykernel_launcher"] and program in (sys.executable, *_PYTHON):
            spec.argv = [program, "-P", *rest]
        return spec


_PYTHON = "python", "python3", f"python{sys.version_info[0]}.{sys.version_info[1]}"
"""Names in a kernel's specification that stand for the Python of the server."""


class Connection(ZMQChannelsWebsocketConnection):
    """What joins a page to its kernel; every message leaves at once.

    A kernel first says that it is busy.  The next message, which brings the new picture, would wait until the browser
    has confirmed that one, and a browser takes up to 40 ms over it.
    """

    def connect(self) -> Any:
        """Begin to pass messages on."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


if "get_config" in globals():  # the server reads the file; a checker does not
    _server = get_config().ServerApp  # type: ignore[name-defined]  # noqa: F821
    _server.contents_manager_class = Notebooks
    _server.kernel_spec_manager_class = Kernels
    _server.kernel_websocket_connection_class = Connection
