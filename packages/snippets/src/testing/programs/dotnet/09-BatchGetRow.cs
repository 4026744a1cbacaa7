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
        var criteria = new MultiRowQueryCriteria("code_orders");
        criteria.AddRowKey(new PrimaryKey {
            { "buyer", new ColumnValue("Bob") },
            { "number", new ColumnValue(2L) }
        });
        criteria.AddRowKey(new PrimaryKey {
            { "buyer", new ColumnValue("Eve") },
            { "number", new ColumnValue(4L) }
        });
        criteria.MaxVersions = 1;
        var request = new BatchGetRowRequest();
        request.Add(criteria);
        var response = client.BatchGetRow(request);
        foreach (var row in response.RowDataGroupByTable["code_orders"])
        {
            if (row.IsOK) Print(row.PrimaryKey, row.Attribute);
            else Console.WriteLine(row.ErrorMessage);
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
