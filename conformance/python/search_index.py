"""Search indexes over known rows, and helpers that check what queries find in them."""

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
    """Always passes a list of routing fields: the SDK shares its default list between all callers."""
    return SearchIndexMeta(list(fields), IndexSetting(list(routing)), **options)


@dataclass(frozen=True, eq=False)
class Fixture:
    """The rows and fields of a shared index, few enough that results can be worked out by hand."""

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
        """The keys of the hits in their order, as one text."""
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
            raise AssertionError(f"{described(query)} {described(options)}: {error}") from None

    def scores(self, query, wanted, sort=(ScoreSort(),)):
        """Keys with their scores, best first."""
        response = self.search(query, sort=list(sort) if sort else None)
        assert len(response.search_hits) == len(response.rows)
        got = {hit.row[0][0][1]: hit.score for hit in response.search_hits}
        assert list(got) == list(wanted), f"{got} for {wanted}"
        for key, score in wanted.items():
            assert abs(got[key] - score) <= SCORE_ERROR * max(1, abs(score)), f"{got} for {wanted}"

    def aggregate(self, *aggs, query=None):
        """Results by the names of the aggregations, in their order."""
        response = self.search(query, limit=0, aggs=list(aggs))
        return {result.name: result.value for result in response.agg_results}

    def groups(self, group_by, query=None, **options):
        """The groups of one group-by."""
        [result] = self.search(
            query, **{"limit": 0, **options}, group_bys=[group_by]
        ).group_by_results
        assert result.name == group_by.name
        return result.items

    def wait(self, count, query=None):
        """Waits until so many rows are found: indexes are updated shortly after their tables."""
        end = time.monotonic() + WAIT
        while (total := self.search(query, limit=0).total_count) != count:
            assert time.monotonic() < end, f"{self.name} finds {total} rows, not {count}"
            time.sleep(PAUSE)
        return self


def keys_of(rows):
    return " ".join(str(key[0][1]) for key, _ in rows)


def described(value):
    """A query with all its members, for the text of a failure."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(described, value))}]"
    if isinstance(value, dict):
        return ", ".join(f"{name}={described(part)}" for name, part in value.items())
    parts = getattr(value, "__dict__", None)
    return repr(value) if parts is None else f"{type(value).__name__}({described(parts)})"


def columns_of(row):
    return {name: value for name, value, _ in row[1]}


def put_rows(client, table, rows):
    """The keys of rows as one text."""
    items = [
        PutRowItem(Row([("pk", key)], list(columns.items())), None)
        for key, columns in rows.items()
    ]
    for start in range(0, len(items), ROWS_PER_REQUEST):
        request = BatchWriteRowRequest()
        part = items[start : start + ROWS_PER_REQUEST]
        request.add(TableInBatchWriteRowItem(table, part))
        assert client.batch_write_row(request).is_all_succeed()


def _fill(t, table, fixture):
    meta = schema(fixture.fields, index_sort=fixture.index_sort)
    t.client.create_search_index(table, f"{table}_index", meta)
    put_rows(t.client, table, fixture.rows)
    Index(t.client, table, f"{table}_index").wait(len(fixture.rows))


def shared_index(t, fixture):
    """The shared index over these rows, made by the first test that needs it."""
    table = t.filled_table(fixture.name, PLAIN, lambda name: _fill(t, name, fixture))
    return Index(t.client, table, f"{table}_index")


def own_index(t, fixture, shape=PLAIN, name="index", **options):
    """The same for one test alone; the index is created after the rows."""
    table = t.own_table(shape)
    put_rows(t.client, table, fixture.rows)
    t.client.create_search_index(table, name, schema(fixture.fields, **options))
    return Index(t.client, table, name).wait(len(fixture.rows))
