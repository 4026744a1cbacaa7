from tablestore import (
    CapacityUnit,
    OTSClientError,
    OTSServiceError,
    ReservedThroughput,
    TableMeta,
    TableOptions,
)

from harness import (
    AUTO_INCREMENT,
    MAX_DEVIATION,
    PLAIN,
    Shape,
    create_table,
    invalid,
    refused,
    tests_of,
)

create, CREATE = tests_of("CreateTable")
tables, LIST = tests_of("ListTable")
describe, DESCRIBE = tests_of("DescribeTable")
update, UPDATE = tests_of("UpdateTable")
drop, DROP = tests_of("DeleteTable")
access, ACCESS = tests_of("Authentication")

ZERO = ReservedThroughput(CapacityUnit(0, 0))


def missing(call):
    refused(call, 404, "OTSObjectNotExist", "Requested table does not exist.")


def options_of(t, table):
    options = t.client.describe_table(table).table_options
    return (
        options.time_to_live,
        options.max_version,
        options.max_time_deviation,
        options.allow_update,
    )


@create("keys of 1 to 4 columns of three types", "describes the key in order")
def _(t):
    for key in (
        (("only", "BINARY"),),
        (("b", "INTEGER"), ("a", "STRING")),
        (("k1", "STRING"), ("k2", "INTEGER"), ("k3", "BINARY"), ("k4", "STRING")),
    ):
        table = t.own_table(Shape(key))
        meta = t.client.describe_table(table).table_meta
        assert meta.schema_of_primary_key == list(key)
        assert meta.table_name == table


@create("key column rules", "refuses five key columns, none and a repeated name")
def _(t):
    text = "The number of primary key columns must be in range: [1, 4]."
    five = Shape(tuple((name, "STRING") for name in "abcde"))
    invalid(lambda: create_table(t.client, t.table_name(), five), text)
    invalid(lambda: create_table(t.client, t.table_name(), Shape(())), text)
    twice = Shape((("PK0", "STRING"), ("PK0", "STRING")))
    invalid(
        lambda: create_table(t.client, t.table_name(), twice),
        "Duplicated primary key name: 'PK0'.",
    )


@create("auto-increment key column", "is described")
def _(t):
    table = t.own_table(AUTO_INCREMENT)
    meta = t.client.describe_table(table).table_meta
    assert meta.schema_of_primary_key == list(AUTO_INCREMENT.key)


@create("table options", "are described, also at their limits")
def _(t):
    for ttl, count, deviation, allow in (
        (-1, 1, 86_400, True),
        (86_400, 2_147_483_647, MAX_DEVIATION, True),
        (2_147_483_647, 100, 1, False),
    ):
        shape = Shape((("pk", "STRING"),), ttl, count, deviation, allow)
        table = t.own_table(shape)
        assert options_of(t, table) == (ttl, count, deviation, allow)


@create("table option limits", "each has its own error")
def _(t):
    for shape, text in (
        (Shape(PLAIN.key, time_to_live=0), "TimeToLive cannot be 0 or less than -1."),
        (
            Shape(PLAIN.key, max_versions=0),
            "The maximum versions cannot be less than or equal to 0",
        ),
        (
            Shape(PLAIN.key, deviation=MAX_DEVIATION + 1),
            "The maximum deviation must be in range [0, INT64_MAX/1000000].",
        ),
    ):
        invalid(lambda shape=shape: create_table(t.client, t.table_name(), shape), text)


@create("table option limits", "the time to live is required")
def _(t):
    options = TableOptions(None, 1, None)
    meta = TableMeta(t.table_name(), list(PLAIN.key))
    invalid(
        lambda: t.client.create_table(meta, options, ZERO),
        "Time-to-live is missing while creating table.",
    )


@create("reserved throughput", "is accepted and described")
def _(t):
    for read, write in ((1, 1), (0, 1), (100, 200)):
        name = t.table_name()
        reserved = ReservedThroughput(CapacityUnit(read, write))
        t.client.create_table(TableMeta(name, list(PLAIN.key)), TableOptions(), reserved)
        unit = t.client.describe_table(name).reserved_throughput_details.capacity_unit
        assert (unit.read, unit.write) == (read, write)


@create("defined columns", "are described in creation order")
def _(t):
    columns = [
        ("z", "STRING"),
        ("a", "INTEGER"),
        ("d", "DOUBLE"),
        ("b", "BOOLEAN"),
        ("e", "BINARY"),
    ]
    name = t.table_name()
    t.client.create_table(TableMeta(name, list(PLAIN.key), columns), TableOptions(), ZERO)
    assert t.client.describe_table(name).table_meta.defined_columns == columns


@create("name rules", "refuses every illegal form")
def _(t):
    for name in ("0", "3t", "-", "#", "T#", "中文", "T中文", "x" * 256):
        call = lambda name=name: create_table(t.client, name, PLAIN)
        invalid(call, f"Invalid table name: '{name}'.")


@create("existing table", "is refused")
def _(t):
    table = t.own_table(PLAIN)
    refused(
        lambda: create_table(t.client, table, PLAIN),
        409,
        "OTSObjectAlreadyExist",
        "Requested table already exists.",
    )


@tables("names of all tables", "shows a new table and hides a dropped one at once")
def _(t):
    table = t.own_table(PLAIN)
    assert table in t.client.list_table()
    t.client.delete_table(table)
    assert table not in t.client.list_table()


@describe("missing table", "is refused")
def _(t):
    missing(lambda: t.client.describe_table(t.table_name()))


@update("changes only what is given", "keeps the other options")
def _(t):
    table = t.own_table(PLAIN)
    t.client.update_table(table, TableOptions(None, 5, None))
    assert options_of(t, table) == (-1, 5, 86_400, True)
    reply = t.client.update_table(table, TableOptions(100_000, None, None, False))
    assert reply.table_options.time_to_live == 100_000
    assert reply.table_options.max_version == 5
    assert options_of(t, table) == (100_000, 5, 86_400, False)


@update("reserved throughput", "one unit alone keeps the other")
def _(t):
    table = t.own_table(PLAIN)
    try:
        t.client.update_table(table, None, ReservedThroughput(CapacityUnit(None, 7)))
    except OTSServiceError as error:
        # The service allows one change in two minutes.
        assert error.get_error_code() == "OTSTooFrequentReservedThroughputAdjustment"
        return
    details = t.client.describe_table(table).reserved_throughput_details
    assert (details.capacity_unit.read, details.capacity_unit.write) == (0, 7)


@update("missing table", "is refused")
def _(t):
    missing(lambda: t.client.update_table(t.table_name(), TableOptions(None, 2, None)))


@drop("removes the table", "at once")
def _(t):
    table = t.own_table(PLAIN)
    t.client.delete_table(table)
    missing(lambda: t.client.describe_table(table))


@drop("missing table", "is refused")
def _(t):
    missing(lambda: t.client.delete_table(t.table_name()))


def refused_access(client, text):
    refused(client.list_table, 403, "OTSAuthFailed", text)


@access("wrong secret", "is refused")
def _(t):
    # The error cannot be signed with a secret that the client has not.
    refused_access(t.connection.client(key_secret="wrong"), "Signature mismatch.")


@access("unknown access key", "is refused")
def _(t):
    client = t.connection.client(key_id="nobody")
    refused_access(client, "The AccessKeyID does not exist.")


@access("unknown instance", "is refused at once")
def _(t):
    client = t.connection.client(instance="nowhere")
    refused_access(client, "The instance is not found.")


@access("replies", "carry date, MD5 and a signature that this SDK verifies")
def _(t):
    # Every other test shows it for good replies; this one for an error, which the SDK verifies too.
    missing(lambda: t.client.describe_table(t.table_name()))
    refused(
        lambda: t.client.put_row(t.table(PLAIN), bad_row(), None),
        400,
        "OTSInvalidPK",
    )
    try:
        t.client.get_row(t.table(PLAIN), [("other", 1)])
    except OTSServiceError as error:
        assert len(error.get_request_id()) == 36
    except OTSClientError as error:
        raise AssertionError(f"the reply did not verify: {error}") from error


def bad_row():
    from tablestore import Row

    return Row([("other", 1)], [])


TESTS = [*CREATE, *LIST, *DESCRIBE, *UPDATE, *DROP, *ACCESS]
