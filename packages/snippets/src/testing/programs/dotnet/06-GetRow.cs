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
        var criteria = new SingleRowQueryCriteria("code_orders");
        criteria.RowPrimaryKey = new PrimaryKey {
            { "buyer", new ColumnValue("Ada \"the $first\"") },
            { "number", new ColumnValue(1L) }
        };
        criteria.MaxVersions = 1;
        var response = client.GetRow(new GetRowRequest(criteria));
        Print(response.PrimaryKey, response.Attribute);
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
