from tablestore import (
    BatchGetRowRequest,
    BatchWriteRowRequest,
    Condition,
    DeleteRowItem,
    PutRowItem,
    ReturnType,
    Row,
    RowExistenceExpectation,
    TableInBatchGetRowItem,
    TableInBatchWriteRowItem,
    UpdateRowItem,
)

from harness import NUMBERED, PLAIN, invalid, latest, tests_of, units

get, GET = tests_of("BatchGetRow")
write, WRITE = tests_of("BatchWriteRow")

GONE = ("OTSObjectNotExist", "Requested table does not exist.")


def batch_get(t, *items):
    request = BatchGetRowRequest()
    for item in items:
        request.add(item)
    return t.client.batch_get_row(request)


def batch_write(t, *tables):
    request = BatchWriteRowRequest()
    for table, items in tables:
        request.add(TableInBatchWriteRowItem(table, items))
    return t.client.batch_write_row(request)


def put_item(key, columns=(), condition=None, return_type=None):
    return PutRowItem(Row(key, list(columns)), condition, return_type)


@get("rows of several tables", "come in the order asked for")
def _(t):
    one, two = t.table(PLAIN), t.table(NUMBERED)
    t.client.put_row(one, Row(t.pk(), [("a", 1)]))
    t.client.put_row(two, Row(t.numbered(2), [("b", 2), ("c", 3)]))
    reply = batch_get(
        t,
        TableInBatchGetRowItem(one, [t.pk("absent"), t.pk()], max_version=1),
        TableInBatchGetRowItem(two, [t.numbered(2)], ["c"], max_version=1),
    )
    absent, there = reply.get_result_by_table(one)
    assert (absent.is_ok, absent.row, units(absent.consumed)) == (True, None, (1, 0))
    assert latest(there.row) == {"a": 1}
    assert latest(reply.get_result_by_table(two)[0].row) == {"c": 3}
    assert reply.is_all_succeed()


@get("missing table", "is an error for its rows alone")
def _(t):
    table, absent = t.table(PLAIN), t.table_name()
    t.client.put_row(table, Row(t.pk(), []))
    reply = batch_get(
        t,
        TableInBatchGetRowItem(absent, [[("pk", "a")]], max_version=1),
        TableInBatchGetRowItem(table, [t.pk()], max_version=1),
    )
    (failed,) = reply.get_failed_rows()
    assert (failed.error_code, failed.error_message) == GONE
    assert reply.get_result_by_table(table)[0].row is not None


@get("repeated rows and tables", "are served each time")
def _(t):
    table = t.table(PLAIN)
    t.client.put_row(table, Row(t.pk(), []))
    item = TableInBatchGetRowItem(table, [t.pk(), t.pk()], max_version=1)
    assert [row.row.primary_key for row in batch_get(t, item).get_result_by_table(table)] == [
        t.pk(),
        t.pk(),
    ]


@get("version condition", "is needed")
def _(t):
    item = TableInBatchGetRowItem(t.table(PLAIN), [t.pk()])
    invalid(
        lambda: batch_get(t, item),
        "No version condition is specified while querying row.",
    )


@get("limits", "100 rows, over all tables")
def _(t):
    table = t.table(PLAIN)
    keys = [t.pk(str(i)) for i in range(101)]
    item = TableInBatchGetRowItem(table, keys[:100], max_version=1)
    assert len(batch_get(t, item).get_result_by_table(table)) == 100
    invalid(
        lambda: batch_get(t, TableInBatchGetRowItem(table, keys, max_version=1)),
        "Rows count exceeds the upper limit: 100.",
    )


@get("no rows", "are refused")
def _(t):
    invalid(lambda: batch_get(t), "No row specified in the request of BatchGetRow.")


@write("puts, updates and deletes", "of several tables, in the order sent")
def _(t):
    one, two = t.table(PLAIN), t.table(NUMBERED)
    t.client.put_row(one, Row(t.pk("c"), [("v", 1)]))
    reply = batch_write(
        t,
        (
            one,
            [
                put_item(t.pk("a"), [("v", 1)]),
                UpdateRowItem(Row(t.pk("b"), {"PUT": [("v", 2)]}), None),
                DeleteRowItem(Row(t.pk("c")), None),
            ],
        ),
        (two, [put_item(t.numbered(1), return_type=ReturnType.RT_PK)]),
    )
    assert reply.is_all_succeed()
    assert reply.get_put_by_table(two)[0].row.primary_key == t.numbered(1)
    rows = [
        t.client.get_row(one, t.pk(part), max_version=1)[1] for part in ("a", "b", "c")
    ]
    assert [row and latest(row) for row in rows] == [{"v": 1}, {"v": 2}, None]


@write("partial failure", "a failed condition concerns its row alone")
def _(t):
    table = t.table(PLAIN)
    exist = Condition(RowExistenceExpectation.EXPECT_EXIST)
    not_exist = Condition(RowExistenceExpectation.EXPECT_NOT_EXIST)
    items = [
        put_item(t.pk("1"), condition=exist),
        put_item(t.pk("2"), condition=not_exist),
    ]
    failed, good = batch_write(t, (table, items)).get_put_by_table(table)
    assert (failed.error_code, failed.error_message) == (
        "OTSConditionCheckFail",
        "Condition check failed.",
    )
    assert (good.is_ok, units(good.consumed)) == (True, (1, 1))


@write("missing table", "is an error for its rows alone")
def _(t):
    table, absent = t.table(PLAIN), t.table_name()
    reply = batch_write(
        t, (absent, [put_item([("pk", "a")])]), (table, [put_item(t.pk())])
    )
    (failed,) = reply.get_put_by_table(absent)
    assert (failed.error_code, failed.error_message) == GONE
    assert reply.get_put_by_table(table)[0].is_ok


@write("limits", "200 rows, checked before the tables are looked up")
def _(t):
    table = t.table(PLAIN)
    items = [put_item(t.pk(str(i))) for i in range(201)]
    assert batch_write(t, (table, items[:200])).is_all_succeed()
    invalid(
        lambda: batch_write(t, (t.table_name(), items)),
        "Rows count exceeds the upper limit: 200.",
    )


@write("no rows", "neither tables nor operations")
def _(t):
    table = t.table(PLAIN)
    invalid(lambda: batch_write(t), "No row is specified in BatchWriteRow.")
    invalid(
        lambda: batch_write(t, (table, [])),
        f"No operation is specified for table: '{table}'.",
    )


TESTS = [*GET, *WRITE]
