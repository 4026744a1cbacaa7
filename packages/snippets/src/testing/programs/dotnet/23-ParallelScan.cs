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
        var options = new SearchIndexSplitsOptions("code_orders_index");
        var splits = client.ComputeSplits(new ComputeSplitsRequest("code_orders", options));
        // Threads may read the parts at the same time.
        for (var part = 0; part < splits.SplitsSize; part++)
        {
            var scan = new ScanQuery {
                Query = new TermQuery("buyer", new ColumnValue("Bob")),
                Limit = 100,
                AliveTime = 60,
                CurrentParallelId = part,
                MaxParallel = splits.SplitsSize
            };
            var request = new ParallelScanRequest("code_orders", "code_orders_index") {
                ScanQuery = scan,
                ColumnToGet = new ColumnsToGet { ReturnAllFromIndex = true },
                SessionId = splits.SessionId
            };
            do
            {
                var response = client.ParallelScan(request);
                foreach (var row in response.Rows) Print(row.PrimaryKey, row.AttributeColumns);
                scan.Token = response.NextToken;
            } while (scan.Token != null && scan.Token.Length > 0);
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
