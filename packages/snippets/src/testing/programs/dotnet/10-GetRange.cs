using System;
using System.Collections.Generic;
using Aliyun.OTS;
using Aliyun.OTS.DataModel;
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
        criteria.Direction = GetRangeDirection.Forward;
        criteria.InclusiveStartPrimaryKey = new PrimaryKey {
            { "buyer", ColumnValue.INF_MIN },
            { "number", ColumnValue.INF_MIN }
        };
        criteria.ExclusiveEndPrimaryKey = new PrimaryKey {
            { "buyer", ColumnValue.INF_MAX },
            { "number", ColumnValue.INF_MAX }
        };
        criteria.MaxVersions = 1;
        while (criteria.InclusiveStartPrimaryKey != null)
        {
            var response = client.GetRange(new GetRangeRequest(criteria));
            foreach (var row in response.RowDataList) Print(row.PrimaryKey, row.AttributeColumns);
            criteria.InclusiveStartPrimaryKey = response.NextPrimaryKey;
        }
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
