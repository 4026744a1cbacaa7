// Left out here: the filter of the hits, modes and filters of the sort, missing values of the sort, a field that stands in for a missing one.
using System;
using System.Collections.Generic;
using Aliyun.OTS;
using Aliyun.OTS.DataModel;
using Aliyun.OTS.DataModel.Search;
using Aliyun.OTS.DataModel.Search.Query;
using Aliyun.OTS.DataModel.Search.Sort;
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
        var query = new SearchQuery {
            Query = new ExistsQuery { FieldName = "buyer" },
            Limit = 10,
            GetTotalCount = true,
            Sort = new Sort(new List<ISorter> { new FieldSort("number", SortOrder.DESC) })
        };
        var request = new SearchRequest("code_orders", "code_orders_rarer", query);
        request.ColumnsToGet = new ColumnsToGet { ReturnAll = true };
        var response = client.Search(request);
        Console.WriteLine(response.TotalCount);
        foreach (var row in response.Rows) Print(row.PrimaryKey, row.AttributeColumns);
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
