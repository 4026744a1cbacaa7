from tablestore import (
    ColumnReturnType,
    ColumnsToGet,
    FieldSchema,
    FieldType,
    MatchAllQuery,
    ScanQuery,
    SearchIndexMeta,
    SearchQuery,
    SecondaryIndexMeta,
)

from harness import PLAIN, gap

INDEXES, TRANSACTIONS = "Secondary indexes", "Transactions and atomic batches"
SEARCH, SQL, TIMESERIES = "Search indexes", "SQL", "Time series"

FIELDS = SearchIndexMeta([FieldSchema("a", FieldType.KEYWORD)])
ALL = ColumnsToGet(return_type=ColumnReturnType.ALL)


def create_index(t):
    meta = SecondaryIndexMeta("gap", ["pk"], [])
    t.client.create_secondary_index(t.table(PLAIN), meta, False)


def start(t):
    t.client.start_local_transaction(t.table(PLAIN), t.pk())


def search(t):
    t.client.search("gap", "gap", SearchQuery(MatchAllQuery(), limit=1), ALL)


def scan(t):
    query = ScanQuery(MatchAllQuery(), 1, None, 0, 1, 60)
    t.client.parallel_scan("gap", "gap", query, "gap", ALL)


TESTS = [
    gap("CreateIndex", INDEXES, create_index),
    gap("DropIndex", INDEXES, lambda t: t.client.delete_secondary_index("gap", "gap")),
    gap("StartLocalTransaction", TRANSACTIONS, start),
    gap("CommitTransaction", TRANSACTIONS, lambda t: t.client.commit_transaction("gap")),
    gap("AbortTransaction", TRANSACTIONS, lambda t: t.client.abort_transaction("gap")),
    gap("ListSearchIndex", SEARCH, lambda t: t.client.list_search_index("gap")),
    gap("DescribeSearchIndex", SEARCH, lambda t: t.client.describe_search_index("gap", "gap")),
    gap("CreateSearchIndex", SEARCH, lambda t: t.client.create_search_index("gap", "gap", FIELDS)),
    gap("UpdateSearchIndex", SEARCH, lambda t: t.client.update_search_index("gap", "gap", FIELDS)),
    gap("DeleteSearchIndex", SEARCH, lambda t: t.client.delete_search_index("gap", "gap")),
    gap("Search", SEARCH, search),
    gap("ComputeSplits", SEARCH, lambda t: t.client.compute_splits("gap", "gap")),
    gap("ParallelScan", SEARCH, scan),
    gap("SQLQuery", SQL, lambda t: t.client.exe_sql_query("select 1")),
    gap("ListTimeseriesTable", TIMESERIES, lambda t: t.client.list_timeseries_table()),
    gap("DeleteTimeseriesTable", TIMESERIES, lambda t: t.client.delete_timeseries_table("gap")),
    gap(
        "DescribeTimeseriesTable",
        TIMESERIES,
        lambda t: t.client.describe_timeseries_table("gap"),
    ),
]
