"""Books run by a dask.distributed cluster; needs the extra `formework[dask]`."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from formework import __version__
from formework.corpus.book_attempt import clean_cause
from formework.corpus.journal import Attempt, Status
from formework.corpus.supervisor import attempt_book
from formework.errors import InputError, WorkError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from formework.corpus.book_order import BookOrder

RESOURCE = "book"  # by which a worker declares how many books it may run at a time
_CONNECT_SECONDS = 20
_START = f"dask worker ADDRESS --nthreads 4 --memory-limit 0 --resources {RESOURCE}=4"
_ORDERS_PER_PLACE = 2  # sent in advance, so that no worker waits for its next book


@dataclass(frozen=True, slots=True)
class DaskCluster:
    """The workers of a scheduler; the output folder must have the same path on all of them."""

    address: str

    def run(self, orders: Iterable[BookOrder]) -> Iterator[Attempt]:
        """Run every order, as many at a time as the workers have places."""
        distributed = _distributed()
        with _connect(distributed, self.address) as client:
            places = _count_places(client)
            waiting = iter(orders)
            # Attempts are small and come back in memory; nothing stays on the workers.
            running = distributed.as_completed([], loop=client.loop, raise_errors=False)
            sent: dict[str, str] = {}

            def send(number: int) -> None:
                for order in islice(waiting, number):
                    key = f"formework-{order.id}-{uuid.uuid4().hex}"
                    sent[key] = order.id
                    running.add(
                        client.submit(
                            attempt_book, order, key=key, pure=False, resources={RESOURCE: 1}
                        )
                    )

            send(_ORDERS_PER_PLACE * places)
            for future in running:
                yield _attempt(future, sent.pop(future.key))
                future.release()
                send(1)


def _attempt(future: Any, book: str) -> Attempt:  # noqa: ANN401 - distributed may be absent
    """The attempt of a future; it failed if the cluster gave up on it."""
    if future.status == "finished":
        attempt: Attempt = future.result()
        return attempt
    cause = clean_cause(f"the cluster gave up: {future.exception()!r}")
    return Attempt(book, Status.FAILED, cause, None, 0.0, 0.0, 0)


def _distributed() -> Any:  # noqa: ANN401
    try:
        import distributed
    except ImportError as error:
        raise InputError(
            "--scheduler needs dask.distributed, which is not installed",
            hint="pip install 'formework[dask]'",
        ) from error
    return distributed


def _connect(distributed: Any, address: str) -> Any:  # noqa: ANN401
    try:
        return distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(
            f"no Dask scheduler answers at {address}: {error}",
            hint="start one with: dask scheduler; it prints its address, such as tcp://HOST:8786",
        ) from error


def _count_places(client: Any) -> int:  # noqa: ANN401
    """How many books the workers may run at a time.

    Raises:
        InputError: no worker declares a place, or one has another version of Formework.
        WorkError: a worker cannot import Formework.

    """
    workers = client.scheduler_info(n_workers=-1)["workers"]
    places = sum(int(worker["resources"].get(RESOURCE, 0)) for worker in workers.values())
    if not places:
        raise InputError(
            f"{len(workers)} Dask workers, none with the resource {RESOURCE!r}",
            hint=f"start them with: {_START}",
        )
    try:
        versions = set(client.run(_version).values())
    except ModuleNotFoundError as error:
        raise WorkError(
            f"a Dask worker cannot import Formework: {error}", hint="install it on all workers"
        ) from error
    if versions != {__version__}:
        raise InputError(
            f"Dask workers have Formework {', '.join(sorted(versions))}, this is {__version__}",
            hint="install the same version everywhere",
        )
    return places


def _version() -> str:
    return __version__
