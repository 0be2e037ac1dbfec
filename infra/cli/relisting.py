"""`recollect relist`: write again what Redis keeps of the records in the index."""

from collections import Counter
from collections.abc import AsyncIterator

from infra.cli.console import GO_ON, plain, progress, stderr
from infra.cli.exporting import line_pages
from infra.cli.importing.into_stores import memories_of
from infra.cli.stores import OpenStores, choose_target
from recollect.core.ids import app_of
from recollect.knowledge.relisting import Relisting


def relist_from(url: str | None) -> None:
    """List memories, evidence and cases anew, and print how many of each. Raises CommandError."""
    listed = choose_target(url).run(_relist, GO_ON)
    for namespace, count in sorted(listed.items()):
        stderr.print(f"{plain(namespace)} {count} listed")


async def _relist(stores: OpenStores) -> Counter[str]:
    with progress() as bar:
        task, listed = bar.add_task("Listing", total=None), Counter[str]()
        async for namespace, count in _pages(stores):
            listed[namespace] += count
            bar.update(task, completed=listed.total(), description=plain(namespace))
    return listed


async def _pages(stores: OpenStores) -> AsyncIterator[tuple[str, int]]:
    """The namespace of each page of records, and how many it has, once they are listed."""
    for collection in await stores.memories.index.collections():
        import_lines = memories_of(app_of(collection)).store
        async for lines in line_pages(collection, stores.memories):
            await import_lines(lines, stores)
            yield collection, len(lines)
    known = stores.knowledge
    relisting = Relisting(known.repository, known.owners, known.threads, known.cases.runs)
    async for listed in relisting.everything():
        yield listed
