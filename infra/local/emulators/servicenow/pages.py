"""A record as a page for a browser, so that the links in the sample data work."""

from html import escape

from infra.local.emulators.servicenow.tables import Instance, TableRow

_STYLE = (
    "body{font:16px system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "dt{font-weight:600;margin-top:.8rem}dd{margin:0;white-space:pre-wrap}"
)


def record_page(instance: Instance, table: str, row: TableRow) -> str:
    """The names and values of a row's fields that are not empty, escaped, as an HTML page."""
    title = escape(instance.shown(table, row, instance.by_name[table].display))
    fields = [
        f"<dt>{escape(name.replace('_', ' '))}</dt><dd>{escape(shown)}</dd>"
        for name in row
        if not name.startswith("sys_") and (shown := instance.shown(table, row, name))
    ]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style><h1>{title}</h1><dl>{''.join(fields)}</dl></html>"
    )
