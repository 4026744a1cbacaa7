from harness import gap

SQL, TIMESERIES = "SQL", "Time series"

TESTS = [
    gap("SQLQuery", SQL, lambda t: t.client.exe_sql_query("select 1")),
    gap("ListTimeseriesTable", TIMESERIES, lambda t: t.client.list_timeseries_table()),
    gap("DeleteTimeseriesTable", TIMESERIES, lambda t: t.client.delete_timeseries_table("gap")),
    gap(
        "DescribeTimeseriesTable",
        TIMESERIES,
        lambda t: t.client.describe_timeseries_table("gap"),
    ),
]
