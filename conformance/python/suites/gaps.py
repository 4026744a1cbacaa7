from tablestore import SecondaryIndexMeta

from harness import PLAIN, gap

INDEXES, TRANSACTIONS = "Secondary indexes", "Transactions and atomic batches"
SQL, TIMESERIES = "SQL", "Time series"


def create_index(t):
    meta = SecondaryIndexMeta("gap", ["pk"], [])
    t.client.create_secondary_index(t.table(PLAIN), meta, False)


def start(t):
    t.client.start_local_transaction(t.table(PLAIN), t.pk())


TESTS = [
    gap("CreateIndex", INDEXES, create_index),
    gap("DropIndex", INDEXES, lambda t: t.client.delete_secondary_index("gap", "gap")),
    gap("StartLocalTransaction", TRANSACTIONS, start),
    gap("CommitTransaction", TRANSACTIONS, lambda t: t.client.commit_transaction("gap")),
    gap("AbortTransaction", TRANSACTIONS, lambda t: t.client.abort_transaction("gap")),
    gap("SQLQuery", SQL, lambda t: t.client.exe_sql_query("select 1")),
    gap("ListTimeseriesTable", TIMESERIES, lambda t: t.client.list_timeseries_table()),
    gap("DeleteTimeseriesTable", TIMESERIES, lambda t: t.client.delete_timeseries_table("gap")),
    gap(
        "DescribeTimeseriesTable",
        TIMESERIES,
        lambda t: t.client.describe_timeseries_table("gap"),
    ),
]
