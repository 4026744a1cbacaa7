from tablestore import (
    INF_MAX,
    INF_MIN,
    BatchWriteRowRequest,
    ComparatorType,
    PutRowItem,
    Row,
    SingleColumnCondition,
    TableInBatchWriteRowItem,
)

from harness import NUMBERED, Shape, invalid, tests_of, units

test, TESTS = tests_of("GetRange")

THREE = Shape((("a", "STRING"), ("b", "STRING"), ("c", "INTEGER")))


def fill(t, table, count, columns=()):
    for start in range(1, count + 1, 200):
        numbers = range(start, min(start + 200, count + 1))
        items = [PutRowItem(Row(t.numbered(n), list(columns)), None) for n in numbers]
        request = BatchWriteRowRequest()
        request.add(TableInBatchWriteRowItem(table, items))
        assert t.client.batch_write_row(request).is_all_succeed()


def read(t, table, start, end, direction="FORWARD", **selection):
    """(numbers of the rows, next start key, capacity units)"""
    consumed, following, rows, _ = t.client.get_range(
        table,
        direction,
        t.numbered(start),
        t.numbered(end),
        **{"max_version": 1, **selection},
    )
    return [row.primary_key[1][1] for row in rows], following, units(consumed)


@test("both directions", "start inclusive, end exclusive")
def _(t):
    table = t.table(NUMBERED)
    fill(t, table, 5)
    assert read(t, table, 2, 4) == ([2, 3], None, (1, 0))
    assert read(t, table, 4, 2, "BACKWARD") == ([4, 3], None, (1, 0))


@test("INF_MIN and INF_MAX", "in any key column")
def _(t):
    table = t.table(THREE)

    def key(b, c):
        return [("a", t.id), ("b", b), ("c", c)]

    for b in "ABC":
        for c in (1, 2):
            t.client.put_row(table, Row(key(b, c), []))

    def between(start, end):
        rows = t.client.get_range(table, "FORWARD", start, end, max_version=1)[2]
        return [f"{row.primary_key[1][1]}{row.primary_key[2][1]}" for row in rows]

    assert between(key("B", INF_MIN), key("B", INF_MAX)) == ["B1", "B2"]
    assert between(key("A", INF_MAX), key("C", INF_MIN)) == ["B1", "B2"]
    assert between(key("A", 2), key("B", INF_MAX)) == ["A2", "B1", "B2"]
    assert between(key(INF_MIN, 10), key("A", INF_MAX)) == ["A1", "A2"]


@test("begin and end", "must fit the direction")
def _(t):
    table = t.table(NUMBERED)
    forward = "Begin key must less than end key in FORWARD"
    backward = "Begin key must more than end key in BACKWARD"
    invalid(lambda: read(t, table, 2, 1), forward)
    invalid(lambda: read(t, table, 2, 2), forward)
    invalid(lambda: read(t, table, 1, 2, "BACKWARD"), backward)
    invalid(lambda: read(t, table, 2, 2, "BACKWARD"), backward)


@test("limit and next key", "next is the first row not read")
def _(t):
    table = t.table(NUMBERED)
    fill(t, table, 20)
    numbers, following, _ = read(t, table, INF_MIN, INF_MAX, limit=10)
    assert (numbers, following) == (list(range(1, 11)), t.numbered(11))
    numbers, following, _ = read(t, table, 11, INF_MAX, limit=10)
    assert (numbers, following) == (list(range(11, 21)), None)


@test("limit and next key", "the limit must be positive")
def _(t):
    table = t.table(NUMBERED)
    for limit in (0, -1):
        invalid(
            lambda limit=limit: read(t, table, 1, 2, limit=limit),
            "The limit must be greater than 0.",
        )


@test("limit and next key", "the SDK's own iterator reads every page")
def _(t):
    table = t.table(NUMBERED)
    fill(t, table, 450)
    from tablestore import CapacityUnit

    consumed = CapacityUnit(0, 0)
    start, end = t.numbered(INF_MIN), t.numbered(INF_MAX)
    rows = t.client.xget_range(table, "FORWARD", start, end, consumed, count=400, max_version=1)
    assert len(list(rows)) == 400


@test("5000 rows", "end a page, unless nothing follows")
def _(t):
    table = t.table(NUMBERED)
    fill(t, table, 5001)
    numbers, following, _ = read(t, table, INF_MIN, INF_MAX)
    assert (len(numbers), following) == (5000, t.numbered(5001))
    numbers, following, _ = read(t, table, 1, 5001)
    assert (len(numbers), following) == (5000, None)
    nothing = SingleColumnCondition("absent", 1, ComparatorType.EQUAL, False)
    numbers, following, _ = read(t, table, INF_MIN, INF_MAX, column_filter=nothing)
    assert (numbers, following) == ([], t.numbered(5001))


@test("version condition", "is needed")
def _(t):
    table = t.table(NUMBERED)
    invalid(
        lambda: read(t, table, 1, 2, max_version=None),
        "No version condition is specified.",
    )


@test("missing table", "is an invalid parameter")
def _(t):
    invalid(lambda: read(t, t.table_name(), 1, 2))


@test("bounds of two types", "are refused")
def _(t):
    table = t.table(NUMBERED)
    for start, end in ((1, "2"), ("1", 2)):
        try:
            read(t, table, start, end)
        except Exception as error:
            assert getattr(error, "http_status", None) == 400, error
        else:
            raise AssertionError("accepted")
