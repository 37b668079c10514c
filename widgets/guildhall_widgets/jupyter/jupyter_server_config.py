"""What `guildhall lab` tells JupyterLab's server: notebooks name the Python that will run them, answers do not wait.

The server reads this file because its folder stands in `JUPYTER_CONFIG_PATH`; nothing imports it.
"""

from __future__ import annotations

from typing import Any

from ipykernel.ipkernel import IPythonKernel
from jupyter_client.kernelspec import NoSuchKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

__all__ = ["Connection", "Notebooks"]


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
    _server.kernel_websocket_connection_class = Connection
