using System;
using System.Collections.Generic;
using Aliyun.OTS;
using Aliyun.OTS.DataModel;
using Aliyun.OTS.DataModel.Search;
using Aliyun.OTS.DataModel.Search.Query;
using Aliyun.OTS.DataModel.Search.Sort;
using Aliyun.OTS.DataModel.Search.Agg;
using Aliyun.OTS.Request;
using Newtonsoft.Json;

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
            Query = new MatchAllQuery(),
            Limit = 0,
            GetTotalCount = true,
            Sort = new Sort(new List<ISorter> { new FieldSort("number", SortOrder.DESC) }),
            AggregationList = new List<IAggregation> {
                new SumAggregation {
                    AggName = "income",
                    FieldName = "price",
                    Missing = new ColumnValue(0.25)
                },
                new AvgAggregation { AggName = "mean", FieldName = "price" },
                new MinAggregation {
                    AggName = "least",
                    FieldName = "number",
                    Missing = new ColumnValue(5L)
                },
                new MaxAggregation { AggName = "most", FieldName = "number" },
                new CountAggregation { AggName = "priced", FieldName = "price" },
                new DistinctCountAggregation {
                    AggName = "buyers",
                    FieldName = "buyer",
                    Missing = new ColumnValue("nobody")
                },
                new PercentilesAggregation {
                    AggName = "prices",
                    FieldName = "price",
                    Percentiles = new List<double> { 50.0, 99.5 },
                    Missing = new ColumnValue(1.5)
                },
                new TopRowsAggregation {
                    AggName = "first",
                    Limit = 1,
                    Sort = new Sort(new List<ISorter> { new FieldSort(
                        "number",
                        SortOrder.ASC
                    ) })
                }
            }
        };
        var request = new SearchRequest("code_orders", "code_orders_index", query);
        var response = client.Search(request);
        Console.WriteLine(response.TotalCount);
        foreach (var row in response.Rows) Print(row.PrimaryKey, row.AttributeColumns);
        Console.WriteLine(JsonConvert.SerializeObject(response.AggregationResults.ResultMap));
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
