import threading
import time

from tablestore import Condition, ReturnType, Row, RowExistenceExpectation

from harness import (
    NUMBERED,
    PLAIN,
    VERSIONED,
    Shape,
    condition_failed,
    invalid,
    latest,
    refused,
    tests_of,
    units,
    versions,
)

put, PUT = tests_of("PutRow")
get, GET = tests_of("GetRow")
update, UPDATE = tests_of("UpdateRow")
delete, DELETE = tests_of("DeleteRow")
ttl, TTL = tests_of("Time to live")
capacity, CAPACITY = tests_of("Capacity units")

INTEGERS = [
    -(2**63),
    2**63 - 1,
    -(2**53) - 1,
    -(2**53),
    -(2**53) + 1,
    2**53 - 1,
    2**53,
    2**53 + 1,
    -1,
    0,
]
MAX_VALUE = 2_097_152
MISSING = (404, "OTSObjectNotExist", "Requested table does not exist.")


def put_row(t, table, key, columns=(), **options):
    return t.client.put_row(table, Row(key, list(columns)), **options)


def get_row(t, table, key, **selection):
    return t.client.get_row(table, key, **{"max_version": 1, **selection})[1]


def update_row(t, table, key, changes, condition=None, **options):
    return t.client.update_row(table, Row(key, changes), condition, **options)


@put("all value types", "are read as they were written")
def _(t):
    table = t.table(PLAIN)
    values = {
        "binary": bytearray([0, 255, 1, 0]),
        "double": -1.5e-300,
        "empty binary": bytearray(),
        "empty string": "",
        "false": False,
        "integer": 42,
        "string": "text",
        "true": True,
    }
    put_row(t, table, t.pk(), values.items())
    row = get_row(t, table, t.pk())
    assert latest(row) == values, latest(row)
    assert row.primary_key == t.pk()


@put("64-bit integers", "are exact at the limits and around 2^53")
def _(t):
    table = t.table(PLAIN)
    put_row(t, table, t.pk(), [(f"c{i}", value) for i, value in enumerate(INTEGERS)])
    cells = get_row(t, table, t.pk()).attribute_columns
    assert [value for _, value, _ in cells] == INTEGERS


@put("Unicode text", "in keys and values")
def _(t):
    # Column names have none: this SDK sends their length in characters, not in bytes.
    table = t.table(PLAIN)
    columns = [("a", "表格存储 — 🏮𠮷"), ("b", "é")]
    put_row(t, table, t.pk("公司"), columns)
    row = get_row(t, table, t.pk("公司"))
    assert (latest(row), row.primary_key) == (dict(columns), t.pk("公司"))


@put("replaces the row", "removes every old column and version")
def _(t):
    table = t.table(VERSIONED)
    put_row(t, table, t.pk(), [("a", 1, 1000), ("a", 2, 2000), ("b", "old")])
    put_row(t, table, t.pk(), [("c", True)])
    row = get_row(t, table, t.pk(), max_version=10)
    assert [cell[0] for cell in row.attribute_columns] == ["c"]


@put("row without attributes", "is stored")
def _(t):
    table = t.table(PLAIN)
    consumed, _ = put_row(t, table, t.pk())
    assert units(consumed) == (0, 1)
    assert get_row(t, table, t.pk()).attribute_columns == []


@put("explicit timestamps", "are allowed below INT64_MAX/1000")
def _(t):
    table = t.table(VERSIONED)
    end = (2**63 - 1) // 1000
    put_row(t, table, t.pk(), [("c", 1, end - 1), ("c", 2, 0)])
    row = get_row(t, table, t.pk(), max_version=10)
    assert versions(row, "c") == [(end - 1, 1), (0, 2)]
    text = "Timestamp must be in range [0, INT64_MAX/1000)."
    invalid(lambda: put_row(t, table, t.pk(), [("c", 1, end)]), text)
    invalid(lambda: put_row(t, table, t.pk(), [("c", 1, -1)]), text)


@put("time deviation", "refuses a version too far from now")
def _(t):
    table = t.table(PLAIN)
    now = int(time.time() * 1000)
    put_row(t, table, t.pk(), [("near", 1, now - 3_600_000)])
    for stamp in (now - 90_000_000, now + 90_000_000):
        invalid(
            lambda stamp=stamp: put_row(t, table, t.pk(), [("far", 1, stamp)]),
            "Invalid timestamp. Cell:far.",
        )


@put("value size", "2 MiB are stored, one byte more is refused")
def _(t):
    table = t.table(PLAIN)
    put_row(t, table, t.pk(), [("c", "x" * MAX_VALUE)])
    assert latest(get_row(t, table, t.pk()))["c"] == "x" * MAX_VALUE
    invalid(
        lambda: put_row(t, table, t.pk(), [("c", "x" * (MAX_VALUE + 1))]),
        "The length of attribute column: 'c' exceeds the MaxLength:2097152 with "
        "CurrentLength:2097153.",
    )


@put("cells of one request", "1024 are stored, 1025 are refused")
def _(t):
    table = t.table(PLAIN)
    put_row(t, table, t.pk(), [(f"c{i}", i) for i in range(1024)])
    assert len(get_row(t, table, t.pk()).attribute_columns) == 1024
    invalid(
        lambda: put_row(t, table, t.pk(), [(f"c{i}", i) for i in range(1025)]),
        "The number of attribute columns exceeds the limit, limit count: 1024, "
        "column count: 1025.",
    )


@put("column name rules", "refuses a leading # and more than 255 bytes")
def _(t):
    table = t.table(PLAIN)
    for name in ("#", "#abc", "# ", "n" * 256):
        invalid(
            lambda name=name: put_row(t, table, t.pk(), [(name, 1)]),
            f"Invalid column name: '{name}'.",
        )


@put("return type", "returns the key when asked")
def _(t):
    table = t.table(NUMBERED)
    _, none = put_row(t, table, t.numbered(1))
    assert none is None
    _, row = put_row(t, table, t.numbered(1), return_type=ReturnType.RT_PK)
    assert (row.primary_key, row.attribute_columns) == (t.numbered(1), [])


@put("missing table", "is refused after the stateless checks")
def _(t):
    refused(lambda: put_row(t, t.table_name(), [("pk", "a")]), *MISSING)


@get("missing row", "is an empty reply")
def _(t):
    consumed, row, token = t.client.get_row(t.table(PLAIN), t.pk(), max_version=1)
    assert (units(consumed), row, len(token)) == ((1, 0), None, 0)


@get("missing table", "is an invalid parameter")
def _(t):
    invalid(lambda: get_row(t, t.table_name(), [("pk", "a")]))


@get("version condition", "is needed")
def _(t):
    table = t.table(PLAIN)
    invalid(
        lambda: get_row(t, table, t.pk(), max_version=None),
        "No version condition is specified.",
    )


def with_versions(t):
    table = t.table(VERSIONED)
    put_row(t, table, t.pk(), [("c", i, i * 1000) for i in range(1, 6)])

    def stamps(**selection):
        selection = {"max_version": None, **selection}
        row = t.client.get_row(table, t.pk(), **selection)[1]
        return row and [stamp for stamp, _ in versions(row, "c")]

    return stamps


@get("max versions", "returns the newest ones, newest first")
def _(t):
    stamps = with_versions(t)
    assert stamps(max_version=1) == [5000]
    assert stamps(max_version=3) == [5000, 4000, 3000]


@get("time range", "alone returns every version in it")
def _(t):
    stamps = with_versions(t)
    assert stamps(time_range=(2000, 5000)) == [4000, 3000, 2000]
    assert stamps(time_range=(2000, 5000), max_version=2) == [4000, 3000]
    assert stamps(time_range=(0, 1)) == []
    assert stamps(time_range=(0, 1), columns_to_get=["c"]) is None


@get("specific time", "returns exactly that version")
def _(t):
    stamps = with_versions(t)
    assert stamps(time_range=3000) == [3000]
    assert stamps(time_range=3001) == []
    invalid(
        lambda: stamps(time_range=3000, max_version=1),
        "Specific tiemstamp and max versions cannot be given at the same time.",
    )


@get("columns to get", "return these columns and always the whole key")
def _(t):
    table = t.table(NUMBERED)
    put_row(t, table, t.numbered(1), [("a", 1), ("b", 2), ("c", 3)])
    row = get_row(t, table, t.numbered(1), columns_to_get=["c", "a", "absent"])
    assert row.primary_key == t.numbered(1)
    assert [cell[0] for cell in row.attribute_columns] == ["a", "c"]
    assert get_row(t, table, t.numbered(1), columns_to_get=["absent"]) is None
    keyed = get_row(t, table, t.numbered(1), columns_to_get=["n"])
    assert (keyed.primary_key, keyed.attribute_columns) == (t.numbered(1), [])


@get("start and end column", "start inclusive, end exclusive")
def _(t):
    table = t.table(PLAIN)
    put_row(t, table, t.pk(), [(name, 1) for name in "abcd"])
    row = get_row(t, table, t.pk(), start_column="b", end_column="d")
    assert [cell[0] for cell in row.attribute_columns] == ["b", "c"]


@update("put cells", "adds and overwrites, keeps the rest")
def _(t):
    table = t.table(PLAIN)
    put_row(t, table, t.pk(), [("a", 1), ("b", 1)])
    consumed, row = update_row(t, table, t.pk(), {"PUT": [("b", "two"), ("c", False)]})
    assert (units(consumed), row) == ((0, 1), None)
    assert latest(get_row(t, table, t.pk())) == {"a": 1, "b": "two", "c": False}


@update("server timestamps", "every update makes its own version")
def _(t):
    table = t.table(VERSIONED)
    for value in (1, 2, 3):
        update_row(t, table, t.pk(), {"PUT": [("c", value)]})
    found = versions(get_row(t, table, t.pk(), max_version=10), "c")
    assert [value for _, value in found] == [3, 2, 1]


@update("delete one version", "the others stay")
def _(t):
    table = t.table(VERSIONED)
    put_row(t, table, t.pk(), [("c", i, i) for i in (1, 2, 3)])
    update_row(t, table, t.pk(), {"DELETE": [("c", None, 2)]})
    assert versions(get_row(t, table, t.pk(), max_version=9), "c") == [(3, 3), (1, 1)]


@update("delete all versions", "removes the column and keeps the row")
def _(t):
    table = t.table(VERSIONED)
    put_row(t, table, t.pk(), [("c", i, i) for i in (1, 2, 3)])
    update_row(t, table, t.pk(), {"DELETE_ALL": ["c"]})
    assert get_row(t, table, t.pk(), max_version=9).attribute_columns == []


@update("delete cells alone", "do not create a row")
def _(t):
    table = t.table(PLAIN)
    update_row(t, table, t.pk(), {"DELETE_ALL": ["c"]})
    assert get_row(t, table, t.pk()) is None


@update("delete one version", "needs a timestamp")
def _(t):
    table = t.table(PLAIN)
    invalid(
        lambda: update_row(t, table, t.pk(), {"DELETE": ["c"]}),
        "Timestamp must be given when type is DELETE_ONE_VERSION.",
    )


@update("no cells", "are refused before the table is looked up")
def _(t):
    invalid(
        lambda: update_row(t, t.table_name(), [("pk", "a")], {}),
        "Attribute column is missing.",
    )


@update("update not allowed", "refuses UpdateRow but not PutRow and DeleteRow")
def _(t):
    table = t.own_table(Shape(PLAIN.key, allow_update=False))
    put_row(t, table, t.pk(), [("c", 1)])
    invalid(
        lambda: update_row(t, table, t.pk(), {"PUT": [("c", 2)]}),
        "Update operation is not allowed in this table",
    )
    t.client.delete_row(table, t.pk())


@update("missing table", "is refused")
def _(t):
    call = lambda: update_row(t, t.table_name(), [("pk", "a")], {"PUT": [("c", 1)]})
    refused(call, *MISSING)


@delete("removes the row", "every column and version")
def _(t):
    table = t.table(VERSIONED)
    put_row(t, table, t.pk(), [("c", 1, 1), ("c", 2, 2)])
    consumed, _ = t.client.delete_row(table, t.pk())
    assert units(consumed) == (0, 1)
    assert get_row(t, table, t.pk(), max_version=9) is None


@delete("missing row", "succeeds")
def _(t):
    t.client.delete_row(t.table(PLAIN), t.pk())


@delete("return type", "returns the key when asked")
def _(t):
    table = t.table(NUMBERED)
    _, row = t.client.delete_row(table, t.numbered(1), return_type=ReturnType.RT_PK)
    assert row.primary_key == t.numbered(1)


@delete("missing table", "is refused")
def _(t):
    refused(lambda: t.client.delete_row(t.table_name(), [("pk", "a")]), *MISSING)


@ttl("expired rows", "are in no read")
def _(t):
    from tablestore import TableOptions

    table = t.own_table(Shape(VERSIONED.key, deviation=VERSIONED.deviation))
    now = int(time.time() * 1000)
    put_row(t, table, t.pk("old"), [("c", 1, now - 100_000_000)])
    put_row(t, table, t.pk("new"), [("c", 1, now)])
    t.client.update_table(table, TableOptions(86_400, None, None))
    assert get_row(t, table, t.pk("old")) is None
    assert versions(get_row(t, table, t.pk("new")), "c") == [(now, 1)]


@capacity("writes", "the whole row, rounded up to 4 KiB")
def _(t):
    table = t.table(PLAIN)
    for size, write in ((1, 1), (4096, 2), (5000, 2), (36_000, 9)):
        consumed, _ = put_row(t, table, t.pk(), [("c", "x" * size)])
        assert units(consumed) == (0, write), size


@capacity("writes", "conditions read one unit")
def _(t):
    table = t.table(PLAIN)
    columns = [("a", "x" * 4096), ("b", "x" * 4096)]
    absent = Condition(RowExistenceExpectation.EXPECT_NOT_EXIST)
    consumed, _ = put_row(t, table, t.pk(), columns, condition=absent)
    assert units(consumed) == (1, 3)
    condition_failed(lambda: put_row(t, table, t.pk(), columns, condition=absent))


@capacity("reads", "two columns of 2048 bytes and one of 5000")
def _(t):
    table = t.table(PLAIN)
    put_row(t, table, t.pk(), [("a", "x" * 2048), ("b", "x" * 2048), ("c", "x" * 5000)])
    for columns, read in ((["a", "b"], 2), (["c"], 2), (["a"], 1), (["absent"], 1), (None, 3)):
        consumed = t.client.get_row(table, t.pk(), columns_to_get=columns, max_version=1)[0]
        assert units(consumed) == (read, 0), columns


@put("concurrency", "writers of one row do not mix their columns")
def _(t):
    table = t.table(PLAIN)

    def write(number):
        for _ in range(10):
            put_row(t, table, t.pk(), [(name, number) for name in "abc"])

    writers = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(set(latest(get_row(t, table, t.pk())).values())) == 1


TESTS = [*PUT, *GET, *UPDATE, *DELETE, *TTL, *CAPACITY]
