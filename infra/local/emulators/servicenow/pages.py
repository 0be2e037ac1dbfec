"""A record as a browser is shown it, so that the links of the sample data lead somewhere."""

from html import escape

from infra.local.emulators.servicenow.tables import Instance, TableRow

_STYLE = (
    "body{font:16px system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "dt{font-weight:600;margin-top:.8rem}dd{margin:0;white-space:pre-wrap}"
)


def record_page(instance: Instance, table: str, row: TableRow) -> str:
    """The fields of a row that say something, named, as HTML; nothing in it is taken for HTML."""
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
