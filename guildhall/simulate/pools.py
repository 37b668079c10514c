"""Who plays the parts: threads of this process, any executor, or a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from guildhall.core.errors import BadSetup

from .cluster import Cluster, is_client
from .workers import Pool

__all__ = ["pool_of"]


@contextmanager
def pool_of(executor: Any, threads: int | None) -> Iterator[Pool]:
    """The workers of a run; threads end with the run, a given executor or client stays as it is."""
    cores = os.cpu_count() or 1
    if executor is None:
        with ThreadPoolExecutor(threads or cores) as pool:
            yield Pool(pool, threads or cores)
    elif is_client(executor):
        yield Cluster.of(executor)
    elif hasattr(executor, "submit"):
        yield Pool(executor, threads or getattr(executor, "_max_workers", None) or cores)
    else:
        raise BadSetup(f"executor must be a concurrent.futures.Executor or a Dask client, not {executor!r}")
