import time

from tablestore import (
    INF_MAX,
    INF_MIN,
    CapacityUnit,
    Condition,
    Direction,
    ReservedThroughput,
    Row,
    RowExistenceExpectation,
    SecondaryIndexMeta,
    SecondaryIndexType,
    TableMeta,
    TableOptions,
)

from harness import invalid, refused, tests_of

tables, TABLES = tests_of("CreateTable")
create, CREATE = tests_of("CreateIndex")
drop, DROP = tests_of("DropIndex")

WAIT, PAUSE = 20, 0.02
KEY = [("gid", "INTEGER"), ("uid", "STRING")]
COLUMNS = [("i", "INTEGER"), ("flag", "BOOLEAN"), ("d", "DOUBLE"), ("s", "STRING"), ("b", "BINARY")]
BY_S = ("s", "gid", "uid")


def name_of(t, suffix):
    """The name of an index. The harness need not drop it: an index is dropped with its table."""
    return f"{t.id.replace('-', '_')}_{suffix}"


def by_s(t):
    return SecondaryIndexMeta(name_of(t, "s"), ["s"], ["flag", "d"])


def local(t):
    return SecondaryIndexMeta(
        name_of(t, "local"), ["gid", "i"], ["s"], SecondaryIndexType.LOCAL_INDEX
    )


def indexed_table(t, indexes=()):
    name = t.table_name()
    t.client.create_table(
        TableMeta(name, KEY, COLUMNS),
        TableOptions(-1, 1),
        ReservedThroughput(CapacityUnit(0, 0)),
        list(indexes),
    )
    return name


def put(t, table, uid, *columns):
    condition = Condition(RowExistenceExpectation.IGNORE)
    t.client.put_row(table, Row([("gid", 0), ("uid", uid)], list(columns)), condition)


def keys(t, index, names):
    start = [(name, INF_MIN) for name in names]
    end = [(name, INF_MAX) for name in names]
    _, _, rows, _ = t.client.get_range(index, Direction.FORWARD, start, end, max_version=1)
    return [tuple(value for _, value in row.primary_key) for row in rows]


def eventually(t, index, names, wanted):
    """Waits for a global index, which is updated shortly after its table."""
    end = time.monotonic() + WAIT
    while (found := keys(t, index, names)) != wanted:
        assert time.monotonic() < end, f"{index} has {found}, not {wanted}"
        time.sleep(PAUSE)


def described(t, table):
    return [
        (index.index_name, index.primary_key_names, index.defined_column_names, index.index_type)
        for index in t.client.describe_table(table).secondary_indexes
    ]


@tables("secondary indexes", "are described in order, and hidden among tables")
def _(t):
    indexes = [by_s(t), local(t)]
    table = indexed_table(t, indexes)
    assert described(t, table) == [
        (index.index_name, index.primary_key_names, index.defined_column_names, index.index_type)
        for index in indexes
    ]
    assert indexes[0].index_name not in t.client.list_table()


@create("global index", "follows its table")
def _(t):
    table = indexed_table(t)
    index = by_s(t)
    t.client.create_secondary_index(table, index, False)
    put(t, table, "1", ("s", "b"), ("d", 321.0))
    put(t, table, "2", ("d", 1.0))
    put(t, table, "3", ("s", "a"))
    eventually(t, index.index_name, BY_S, [("a", 0, "3"), ("b", 0, "1")])
    put(t, table, "1", ("s", "0"))
    t.client.delete_row(
        table, [("gid", 0), ("uid", "3")], Condition(RowExistenceExpectation.IGNORE)
    )
    eventually(t, index.index_name, BY_S, [("0", 0, "1")])


@create("local index", "is up to date when a write is answered")
def _(t):
    index = local(t)
    table = indexed_table(t, [index])
    for n in (3, 1, 2):
        put(t, table, str(n), ("i", n))
        assert (0, n, str(n)) in keys(t, index.index_name, ("gid", "i", "uid"))


@create("base data", "is indexed")
def _(t):
    table = indexed_table(t)
    for n in range(5):
        put(t, table, str(n), ("s", "x"))
    index = by_s(t)
    t.client.create_secondary_index(table, index, True)
    eventually(t, index.index_name, BY_S, [("x", 0, str(n)) for n in range(5)])


@create("reads of an index", "by key; writes to it are refused")
def _(t):
    index = by_s(t)
    table = indexed_table(t, [index])
    put(t, table, "1", ("s", "a"), ("flag", True), ("d", 321.0), ("i", 1))
    eventually(t, index.index_name, BY_S, [("a", 0, "1")])
    key = [("s", "a"), ("gid", 0), ("uid", "1")]
    _, row, _ = t.client.get_row(index.index_name, key, ["flag", "d"], max_version=1)
    assert row.primary_key == key
    assert [cell[:2] for cell in row.attribute_columns] == [("d", 321.0), ("flag", True)]
    condition = Condition(RowExistenceExpectation.IGNORE)
    invalid(
        lambda: t.client.put_row(index.index_name, Row(key, []), condition),
        "Can't write index table directly",
    )


@create("rules of an index", "each has its own error")
def _(t):
    table = indexed_table(t)
    index = by_s(t)
    t.client.create_secondary_index(table, index, False)
    refused(
        lambda: t.client.create_secondary_index(table, index, False),
        409,
        "OTSObjectAlreadyExist",
        "Requested table already exists.",
    )
    for names in ([], ["a", "b", "c", "d", "e"]):
        meta = SecondaryIndexMeta(name_of(t, "refused"), names, [])
        invalid(
            lambda: t.client.create_secondary_index(table, meta, False),
            "The number of primary key columns must be in range: [1, 4] in index.",
        )


@drop("removes the index", "at once, and its name is free")
def _(t):
    index = by_s(t)
    table = indexed_table(t, [index, local(t)])
    put(t, table, "1", ("s", "a"))
    t.client.delete_secondary_index(table, index.index_name)
    assert len(described(t, table)) == 1
    invalid(lambda: keys(t, index.index_name, BY_S))
    t.client.create_secondary_index(table, index, True)
    eventually(t, index.index_name, BY_S, [("a", 0, "1")])


@drop("unknown index", "is refused")
def _(t):
    table = indexed_table(t)
    refused(
        lambda: t.client.delete_secondary_index(table, "none"),
        404,
        "OTSObjectNotExist",
        "Requested table does not exist.",
    )


TESTS = TABLES + CREATE + DROP
