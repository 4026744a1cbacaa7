using System;
using System.Collections.Generic;
using Aliyun.OTS;
using Aliyun.OTS.DataModel;
using Aliyun.OTS.DataModel.Filter;
using Aliyun.OTS.Request;

class Program
{
    static void Main()
    {
        var client = new OTSClient(
            "http://127.0.0.1:8087",
            Environment.GetEnvironmentVariable("TABLESTORE_ACCESS_KEY_ID"),
            Environment.GetEnvironmentVariable("TABLESTORE_ACCESS_KEY_SECRET"),
            "demo");
        var criteria = new RangeRowQueryCriteria("code_orders");
        criteria.Direction = GetRangeDirection.Backward;
        criteria.InclusiveStartPrimaryKey = new PrimaryKey {
            { "buyer", ColumnValue.INF_MAX },
            { "number", ColumnValue.INF_MAX }
        };
        criteria.ExclusiveEndPrimaryKey = new PrimaryKey {
            { "buyer", ColumnValue.INF_MIN },
            { "number", ColumnValue.INF_MIN }
        };
        criteria.Limit = 1;
        criteria.AddColumnsToGet("price");
        criteria.MaxVersions = 1;
        criteria.TimeRange = new TimeRange { StartTime = 0L, EndTime = 9000000000000L };
        criteria.Filter = new CompositeColumnValueFilter(LogicOperator.OR)
            .AddFilter(new SingleColumnValueFilter(
                "price",
                CompareOperator.LESS_THAN,
                new ColumnValue(1.75)
            ) { PassIfMissing = false })
            .AddFilter(new SingleColumnValueFilter(
                "buyer",
                CompareOperator.EQUAL,
                new ColumnValue("nobody")
            ) { PassIfMissing = false });
        var response = client.GetRange(new GetRangeRequest(criteria));
        foreach (var row in response.RowDataList) Print(row.PrimaryKey, row.AttributeColumns);
    }

    static void Print(
        IEnumerable<KeyValuePair<string, ColumnValue>> key,
        IEnumerable<KeyValuePair<string, ColumnValue>> columns)
    {
        foreach (var cells in new[] { key, columns })
        {
            if (cells == null) continue;
            foreach (var cell in cells) Console.Write($"{cell.Key}={cell.Value} ");
        }
        Console.WriteLine();
    }
}
