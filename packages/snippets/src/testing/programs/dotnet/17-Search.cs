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
            Query = new BoolQuery {
                MustQueries = new List<IQuery> { new RangeQuery {
                    FieldName = "number",
                    From = new ColumnValue(1L),
                    IncludeLower = true,
                    To = new ColumnValue(100L),
                    IncludeUpper = false
                } },
                MustNotQueries = new List<IQuery> {
                    new TermQuery("buyer", new ColumnValue("nobody"))
                },
                FilterQueries = new List<IQuery> { new MatchAllQuery() },
                ShouldQueries = new List<IQuery> {
                    new MatchAllQuery(),
                    new TermQuery("buyer", new ColumnValue("Ada \"the $first\"")),
                    new TermsQuery {
                        FieldName = "number",
                        Terms = new List<ColumnValue> {
                            new ColumnValue(1L),
                            new ColumnValue(2L)
                        }
                    },
                    new MatchQuery("note", "blue lamp") {
                        Operator = QueryOperator.OR,
                        MinimumShouldMatch = 1
                    },
                    new MatchPhraseQuery("note", "blue lamp"),
                    new PrefixQuery("buyer", "Ad"),
                    new WildcardQuery("buyer", "A*"),
                    new RangeQuery {
                        FieldName = "price",
                        From = new ColumnValue(1.0),
                        IncludeLower = true,
                        To = new ColumnValue(1000.0),
                        IncludeUpper = false
                    },
                    new ExistsQuery { FieldName = "price" },
                    new GeoDistanceQuery {
                        FieldName = "place",
                        CenterPoint = "1.5,2",
                        DistanceInMeter = 1000
                    },
                    new GeoBoundingBoxQuery {
                        FieldName = "place",
                        TopLeft = "10,0",
                        BottomRight = "0,10"
                    },
                    new GeoPolygonQuery {
                        FieldName = "place",
                        Points = new List<string> { "0,0", "0,10", "10,0" }
                    }
                },
                MinimumShouldMatch = 1
            },
            Limit = 10,
            GetTotalCount = true,
            Sort = new Sort(new List<ISorter> { new FieldSort("number", SortOrder.DESC) })
        };
        var request = new SearchRequest("code_orders", "code_orders_index", query);
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
