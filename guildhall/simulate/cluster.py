"""Parts played on the machines of a Dask cluster (the extra `cluster`).

Dask gives the parts of a worker that dies to another one, so nothing is lost but time.
Dask itself is imported when a cluster is asked for: who has none need not have it.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pkgutil import resolve_name
from typing import Any

from guildhall.core.errors import BadSetup
from guildhall.kernel.stop import Stop, set_named, under_named

from .store import Part
from .task import Frames, Workers, code_fingerprint

__all__ = ["Cluster", "connected", "is_client"]

CONNECT = 5.0  # seconds to reach a scheduler
FIRST_WORKER = 10.0  # seconds until a cluster must have a worker
_FINGERPRINT = f"{code_fingerprint.__module__}:{code_fingerprint.__name__}"
_SAME = "install the same version of guildhall everywhere"
_KEPT = "what was done is kept, and with out=… the same call goes on from there"


def is_client(executor: object) -> bool:
    """Whether this is a client of Dask; who has one has imported Dask."""
    dask = sys.modules.get("distributed")
    return dask is not None and isinstance(executor, dask.Client)


@contextmanager
def connected(address: str, *, timeout: float | None = None) -> Iterator[Any]:
    """A client of the scheduler at `address`, like `tcp://10.0.0.5:8786`, closed at the end."""
    timeout = CONNECT if timeout is None else timeout
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise BadSetup('a cluster needs Dask; do: python -m pip install "guildhall-kit[cluster]"') from None
    try:
        asyncio.run(_knock(dask, address, timeout))
    except TimeoutError:
        raise BadSetup(f"there is no scheduler at '{address}': no answer within {timeout:g} seconds") from None
    except MemoryError:
        # Dask takes the first bytes of an answer for its length; a web server's are a very large number.
        raise BadSetup(f"there is no scheduler at '{address}': something else answers there") from None
    except (OSError, ValueError) as error:
        raise BadSetup(f"there is no scheduler at '{address}': {_first_line(error)}") from error
    with dask.Client(address, timeout=timeout, set_as_default=False) as client:
        yield client


async def _knock(dask: Any, address: str, timeout: float) -> None:
    """Find out whether a scheduler answers: a client that never met one waits long and does not end quietly."""
    scheduler = dask.rpc(address, timeout=timeout)
    try:
        async with asyncio.timeout(timeout):
            await scheduler.identity()
    finally:
        await scheduler.close_rpc()


@dataclass(frozen=True)
class Cluster(Workers):
    """The workers of a cluster; how many they are may change at any time."""

    client: Any

    @classmethod
    def of(cls, client: Any) -> Cluster:
        """The cluster behind a client, once it is sure that it plays the same games as this process."""
        if client.asynchronous:
            raise BadSetup("simulate waits for its games, so it needs a client made without asynchronous=True")
        if client.status != "running":
            raise BadSetup(f"the client is {client.status}, not connected to a scheduler; make a new one")
        with _explained(client):
            workers = _count(client, patience=FIRST_WORKER)
            _check_code(client)
            # Every part is a task of its own, also when two runs ask for the same one: cancelling it in one run
            # must not take it from the other.
            return cls(client.get_executor(pure=False), workers, client)

    def size(self) -> int:
        """How many parts are played at once, as things stand now."""
        with _explained(self.client):
            if self.client.status != "running":
                raise ConnectionError("there is no connection any more")  # Dask itself would try for half a minute
            return max(1, _count(self.client))

    def heed(self, stop: Stop) -> None:
        """Have all workers told when the flag is set."""
        stop.when_set(partial(_tell, self.client, stop.name))

    def submit(self, task: Callable[[int, int], Frames], part: Part, stop: Stop) -> Future[Frames]:
        """Have a part played by whoever is free."""
        with _explained(self.client):
            return self.executor.submit(under_named, stop.name, task, *part)

    def result(self, future: Future[Frames]) -> Frames:
        """What came of a part."""
        with _explained(self.client):
            return super().result(future)


def _tell(client: Any, name: str) -> None:
    """Tell all workers that the flag of that name is set; who is gone needs not be told."""
    with suppress(Exception):  # nothing here may hide why the run ends
        if client.status == "running":
            client.run(set_named, name, on_error="ignore")


def _count(client: Any, *, patience: float = 0.0) -> int:
    """Threads of all workers together; with patience at least one worker must come."""
    if patience:
        try:
            client.wait_for_workers(1, timeout=patience)
        except TimeoutError:
            address = _address(client)
            raise BadSetup(f"the cluster at '{address}' has no workers; start some: dask worker {address}") from None
    return sum(client.nthreads().values())


def _check_code(client: Any) -> None:
    """Make sure that the scheduler and all workers have guildhall, and the workers the very same."""
    # `resolve_name` is in every Python, so it can be asked where guildhall is missing or another one.
    found = client.run(resolve_name, _FINGERPRINT, on_error="return")
    try:
        client.run_on_scheduler(resolve_name, _FINGERPRINT)
    except (ImportError, AttributeError) as error:
        found["the scheduler"] = error
    for who, answer in found.items():
        if isinstance(answer, Exception):
            raise BadSetup(f"{who} has no guildhall, or an older one: {_first_line(answer)}; {_SAME}") from answer
    here = code_fingerprint()
    for who, there in client.run(code_fingerprint).items():
        if there != here:
            raise BadSetup(f"{who} has other rules, cards or code: {there} there, {here} here; {_SAME}")


@contextmanager
def _explained(client: Any) -> Iterator[None]:
    """Say in our words what went wrong on the way."""
    dask: Any = import_module("distributed")
    try:
        yield
    except CancelledError as error:
        gone = "its scheduler is gone, or somebody cancelled the games"
        raise BadSetup(f"the cluster at '{_address(client)}' gave up: {gone}; {_KEPT}") from error
    except OSError as error:
        raise BadSetup(f"the cluster at '{_address(client)}' was lost: {_first_line(error)}; {_KEPT}") from error
    except dask.KilledWorker as error:
        why = "they ran out of memory (a smaller chunk helps) or have no guildhall"
        raise BadSetup(f"several workers died on the same part: {why}; {_KEPT}") from error


def _address(client: Any) -> str:
    return str(client.scheduler.address if client.scheduler else "?")


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
