from dataclasses import replace

from tablestore import (
    INF_MAX,
    INF_MIN,
    BatchWriteRowRequest,
    Condition,
    Direction,
    OTSServiceError,
    PutRowItem,
    Row,
    RowExistenceExpectation,
    TableInBatchWriteRowItem,
)

from harness import NUMBERED, PLAIN, invalid, latest, refused, tests_of

start, START = tests_of("StartLocalTransaction")
commit, COMMIT = tests_of("CommitTransaction")
abort, ABORT = tests_of("AbortTransaction")

TRANSACTIONAL = replace(NUMBERED, local_transactions=True)
GONE = (404, "OTSSessionNotExist", "Session not exist or may be timeout.")
INVALID = "TransactionID is invalid."
UNKNOWN = "0123456789abcdef0123456789abcdef"


def put(t, table, n, value, transaction=None):
    t.client.put_row(table, Row(t.numbered(n), [("v", value)]), transaction_id=transaction)


def values(t, table, transaction=None):
    """The n and v of the rows with the test's partition key."""
    _, _, rows, _ = t.client.get_range(
        table,
        Direction.FORWARD,
        t.numbered(INF_MIN),
        t.numbered(INF_MAX),
        max_version=1,
        transaction_id=transaction,
    )
    return {row.primary_key[1][1]: latest(row)["v"] for row in rows}


@start("what is committed", "is visible inside at once, outside after the commit")
def _(t):
    table = t.table(TRANSACTIONAL)
    put(t, table, 1, 1)
    put(t, table, 2, 2)
    transaction = t.client.start_local_transaction(table, t.pk())
    put(t, table, 3, 3, transaction)
    t.client.update_row(
        table, Row(t.numbered(1), {"PUT": [("v", 10)]}), None, transaction_id=transaction
    )
    t.client.delete_row(table, Row(t.numbered(2)), transaction_id=transaction)
    request = BatchWriteRowRequest()
    request.add(TableInBatchWriteRowItem(table, [PutRowItem(Row(t.numbered(4), [("v", 4)]), None)]))
    request.set_transaction_id(transaction)
    assert t.client.batch_write_row(request).is_all_succeed()
    _, row, _ = t.client.get_row(
        table, t.numbered(1), max_version=1, transaction_id=transaction
    )
    assert latest(row) == {"v": 10}
    assert values(t, table, transaction) == {1: 10, 3: 3, 4: 4}
    assert values(t, table) == {1: 1, 2: 2}
    t.client.commit_transaction(transaction)
    assert values(t, table) == {1: 10, 3: 3, 4: 4}
    refused(lambda: t.client.commit_transaction(transaction), *GONE)


@start("what is aborted", "is dropped, and the transaction has ended")
def _(t):
    table = t.table(TRANSACTIONAL)
    put(t, table, 1, 1)
    transaction = t.client.start_local_transaction(table, t.pk())
    put(t, table, 1, 9, transaction)
    t.client.abort_transaction(transaction)
    assert values(t, table) == {1: 1}
    refused(lambda: put(t, table, 1, 9, transaction), *GONE)
    refused(lambda: t.client.abort_transaction(transaction), *GONE)


@start("other writers", "are refused until the end")
def _(t):
    table = t.table(TRANSACTIONAL)
    transaction = t.client.start_local_transaction(table, t.pk())
    request = BatchWriteRowRequest()
    request.add(TableInBatchWriteRowItem(table, [PutRowItem(Row(t.numbered(1), [("v", 1)]), None)]))
    (failed,) = t.client.batch_write_row(request).get_put_by_table(table)
    assert (failed.error_code, failed.error_message) == (
        "OTSRowOperationConflict",
        "Transaction timeout because cannot acquire exclusive lock.",
    )
    assert values(t, table) == {}
    t.client.abort_transaction(transaction)
    put(t, table, 1, 1)
    assert values(t, table) == {1: 1}


@start("other keys", "are out of scope")
def _(t):
    table = t.table(TRANSACTIONAL)
    transaction = t.client.start_local_transaction(table, t.pk())
    other = [("pk", "other"), ("n", 1)]
    refused(
        lambda: t.client.put_row(table, Row(other, []), transaction_id=transaction),
        400,
        "OTSDataOutOfRange",
        f"Data out of scope of transaction. Transaction PartKey:{t.id}. Data PartKey:other",
    )
    refused(
        lambda: t.client.get_range(
            table,
            Direction.FORWARD,
            t.numbered(INF_MIN),
            [("pk", INF_MAX), ("n", INF_MAX)],
            max_version=1,
            transaction_id=transaction,
        ),
        400,
        "OTSDataOutOfRange",
        f"Data out of scope of transaction. Transaction PartKey:{t.id}. Data PartKey:VT_INF_MAX",
    )
    exist = Condition(RowExistenceExpectation.EXPECT_EXIST)
    try:
        t.client.put_row(table, Row(t.numbered(1), []), exist, transaction_id=transaction)
        raise AssertionError("accepted")
    except OTSServiceError as error:
        assert error.get_error_code() == "OTSConditionCheckFail"
    # The two errors have not ended the transaction.
    put(t, table, 1, 1, transaction)
    t.client.commit_transaction(transaction)
    assert values(t, table) == {1: 1}


@start("rules", "table and key")
def _(t):
    invalid(
        lambda: t.client.start_local_transaction(t.table(PLAIN), t.pk()),
        "Try to call method using explicit transaction on explicit-transaction-disabled table.",
    )
    invalid(
        lambda: t.client.start_local_transaction(t.table(TRANSACTIONAL), t.numbered(1)),
        "StartLocalTransaction support only one primary key.",
    )
    invalid(lambda: t.client.start_local_transaction("", t.pk()), "Invalid table name: ''.")


@commit("unknown transaction", "and an invalid id")
def _(t):
    refused(lambda: t.client.commit_transaction(UNKNOWN), *GONE)
    invalid(lambda: t.client.commit_transaction("not existed transaction id"), INVALID)


@abort("unknown transaction", "and an invalid id")
def _(t):
    refused(lambda: t.client.abort_transaction(UNKNOWN), *GONE)
    invalid(lambda: t.client.abort_transaction("not existed transaction id"), INVALID)


TESTS = [*START, *COMMIT, *ABORT]
