"""Search indexes over planted rows, and what queries find in them."""

import time
from dataclasses import dataclass
from typing import Optional

from tablestore import (
    BatchWriteRowRequest,
    ColumnReturnType,
    ColumnsToGet,
    FieldSchema,
    FieldType,
    IndexSetting,
    MatchAllQuery,
    PutRowItem,
    Row,
    ScoreSort,
    SearchIndexMeta,
    SearchQuery,
    Sort,
    TableInBatchWriteRowItem,
)

from harness import PLAIN, invalid

ROWS_PER_REQUEST = 200
PAUSE = 0.02
WAIT = 60
# Scores are 32-bit floats.
SCORE_ERROR = 1e-5

NONE = ColumnsToGet(return_type=ColumnReturnType.NONE)
ALL = ColumnsToGet(return_type=ColumnReturnType.ALL)
ALL_FROM_INDEX = ColumnsToGet(return_type=ColumnReturnType.ALL_FROM_INDEX)
UNSORTED = (FieldType.TEXT, FieldType.NESTED, FieldType.VECTOR)


def these(*names):
    return ColumnsToGet(list(names), ColumnReturnType.SPECIFIED)


def field(name, kind, **options):
    sorts = kind not in UNSORTED
    return FieldSchema(name, kind, index=True, **{"enable_sort_and_agg": sorts, **options})


def virtual(name, kind, source, **options):
    return field(name, kind, is_virtual_field=True, source_fields=[source], **options)


def schema(fields, routing=(), **options):
    """The SDK keeps one list of routing fields for all who give none: give one always."""
    return SearchIndexMeta(list(fields), IndexSetting(list(routing)), **options)


@dataclass(frozen=True, eq=False)
class Planting:
    """What a shared index holds, small enough that results can be worked out by hand."""

    name: str
    fields: tuple
    rows: dict
    index_sort: Optional[Sort] = None


class Index:
    """One index of a table whose key is one column `pk`."""

    def __init__(self, client, table, name):
        self.client = client
        self.table = table
        self.name = name

    def search(self, query=None, columns=NONE, sort=None, routing=None, **options):
        asked = SearchQuery(
            MatchAllQuery() if query is None else query,
            sort=None if sort is None else Sort(sort),
            **{"limit": 100, "get_total_count": True, **options},
        )
        return self.client.search(self.table, self.name, asked, columns, routing)

    def found(self, query=None, **options):
        """The keys of the hits in their order, in one text."""
        return keys_of(self.search(query, **options).rows)

    def finds(self, query, keys, **options):
        response = self.search(query, **options)
        found = keys_of(response.rows)
        assert found == keys, f"found {found!r}, not {keys!r}"
        assert response.is_all_succeed
        assert response.total_count == len(keys.split()), response.total_count

    def refuses(self, query, text=None, **options):
        try:
            invalid(lambda: self.search(query, **options), text)
        except AssertionError as error:
            raise AssertionError(f"{told(query)} {told(options)}: {error}") from None

    def scores(self, query, wanted, sort=(ScoreSort(),)):
        """Keys with their scores, best first."""
        response = self.search(query, sort=list(sort) if sort else None)
        assert len(response.search_hits) == len(response.rows)
        got = {hit.row[0][0][1]: hit.score for hit in response.search_hits}
        assert list(got) == list(wanted), f"{got} for {wanted}"
        for key, score in wanted.items():
            assert abs(got[key] - score) <= SCORE_ERROR * max(1, abs(score)), f"{got} for {wanted}"

    def aggregate(self, *aggs, query=None):
        """Values by the names of the aggregations, in their order."""
        response = self.search(query, limit=0, aggs=list(aggs))
        return {result.name: result.value for result in response.agg_results}

    def groups(self, group_by, query=None, **options):
        """The items of one group-by."""
        [result] = self.search(
            query, **{"limit": 0, **options}, group_bys=[group_by]
        ).group_by_results
        assert result.name == group_by.name
        return result.items

    def wait(self, count, query=None):
        """Indexes follow their tables a moment later: waits until so many rows are found."""
        end = time.monotonic() + WAIT
        while (total := self.search(query, limit=0).total_count) != count:
            assert time.monotonic() < end, f"{self.name} finds {total} rows, not {count}"
            time.sleep(PAUSE)
        return self


def keys_of(rows):
    return " ".join(str(key[0][1]) for key, _ in rows)


def told(value):
    """A query with all that is in it, for the text of a failure."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(told, value))}]"
    if isinstance(value, dict):
        return ", ".join(f"{name}={told(part)}" for name, part in value.items())
    parts = getattr(value, "__dict__", None)
    return repr(value) if parts is None else f"{type(value).__name__}({told(parts)})"


def columns_of(row):
    return {name: value for name, value, _ in row[1]}


def put_rows(client, table, rows):
    """Rows by the text of their keys."""
    items = [
        PutRowItem(Row([("pk", key)], list(columns.items())), None)
        for key, columns in rows.items()
    ]
    for start in range(0, len(items), ROWS_PER_REQUEST):
        request = BatchWriteRowRequest()
        part = items[start : start + ROWS_PER_REQUEST]
        request.add(TableInBatchWriteRowItem(table, part))
        assert client.batch_write_row(request).is_all_succeed()


def _fill(t, table, planting):
    meta = schema(planting.fields, index_sort=planting.index_sort)
    t.client.create_search_index(table, f"{table}_index", meta)
    put_rows(t.client, table, planting.rows)
    Index(t.client, table, f"{table}_index").wait(len(planting.rows))


def planted(t, planting):
    """The index of this planting, made by the first test that needs it."""
    table = t.filled_table(planting.name, PLAIN, lambda name: _fill(t, name, planting))
    return Index(t.client, table, f"{table}_index")


def planted_alone(t, planting, shape=PLAIN, name="index", **options):
    """The same for one test alone; the index comes after the rows."""
    table = t.own_table(shape)
    put_rows(t.client, table, planting.rows)
    t.client.create_search_index(table, name, schema(planting.fields, **options))
    return Index(t.client, table, name).wait(len(planting.rows))
