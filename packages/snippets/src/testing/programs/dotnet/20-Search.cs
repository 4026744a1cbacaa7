using System;
using System.Collections.Generic;
using Aliyun.OTS;
using Aliyun.OTS.DataModel;
using Aliyun.OTS.DataModel.Search;
using Aliyun.OTS.DataModel.Search.Query;
using Aliyun.OTS.DataModel.Search.Sort;
using Aliyun.OTS.DataModel.Search.Agg;
using Aliyun.OTS.DataModel.Search.GroupBy;
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
            GroupByList = new List<IGroupBy> {
                new GroupByField {
                    GroupByName = "by_buyer",
                    FieldName = "buyer",
                    Size = 5,
                    GroupBySorters = new List<GroupBySorter> {
                        new GroupBySorter {
                            SubAggSort = new SubAggSort(SortOrder.DESC, "mean")
                        },
                        new GroupBySorter { RowCountSort = new RowCountSort(SortOrder.ASC) }
                    },
                    SubAggregations = new List<IAggregation> {
                        new AvgAggregation {
                            AggName = "mean",
                            FieldName = "price",
                            Missing = new ColumnValue(77.25)
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
                    },
                    SubGroupBys = new List<IGroupBy> { new GroupByRange {
                        GroupByName = "by_price",
                        FieldName = "price",
                        Ranges = new List<Aliyun.OTS.DataModel.Search.GroupBy.Range> {
                            new Aliyun.OTS.DataModel.Search.GroupBy.Range(null, 2.5),
                            new Aliyun.OTS.DataModel.Search.GroupBy.Range(2.5, null)
                        }
                    } }
                },
                new GroupByRange {
                    GroupByName = "by_price",
                    FieldName = "price",
                    Ranges = new List<Aliyun.OTS.DataModel.Search.GroupBy.Range> {
                        new Aliyun.OTS.DataModel.Search.GroupBy.Range(null, 2.5),
                        new Aliyun.OTS.DataModel.Search.GroupBy.Range(2.5, null)
                    }
                },
                new GroupByFilter {
                    GroupByName = "by_note",
                    Filters = new List<IQuery> {
                        new ExistsQuery { FieldName = "note" },
                        new TermQuery("buyer", new ColumnValue("Bob"))
                    }
                },
                new GroupByGeoDistance {
                    GroupByName = "by_distance",
                    FieldName = "place",
                    Origin = new GeoPoint(1.5, 2.0),
                    Ranges = new List<Aliyun.OTS.DataModel.Search.GroupBy.Range> {
                        new Aliyun.OTS.DataModel.Search.GroupBy.Range(0.0, 1000.0),
                        new Aliyun.OTS.DataModel.Search.GroupBy.Range(1000.0, null)
                    }
                },
                new GroupByHistogram {
                    GroupByName = "by_number",
                    FieldName = "number",
                    Interval = new ColumnValue(2L),
                    FieldRange = new FieldRange(new ColumnValue(0L), new ColumnValue(10L)),
                    Missing = new ColumnValue(1L),
                    MinDocCount = 1
                }
            }
        };
        var request = new SearchRequest("code_orders", "code_orders_index", query);
        var response = client.Search(request);
        Console.WriteLine(response.TotalCount);
        foreach (var row in response.Rows) Print(row.PrimaryKey, row.AttributeColumns);
        Console.WriteLine(JsonConvert.SerializeObject(response.GroupByResults.GroupByResultMap));
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
