// Left out here: the query constScore, the query disMax, the weights of queries, the slop of a phrase.
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
                ShouldQueries = new List<IQuery> {
                    new TermQuery("buyer", new ColumnValue("Ada")) { Weight = 2f },
                    new TermsQuery {
                        FieldName = "number",
                        Terms = new List<ColumnValue> {
                            new ColumnValue(1L),
                            new ColumnValue(2L)
                        },
                        Weight = 1.5f
                    },
                    new MatchQuery("note", "blue lamp") {
                        Operator = QueryOperator.AND,
                        MinimumShouldMatch = 1,
                        Weight = 2f
                    },
                    new MatchPhraseQuery("note", "blue lamp"),
                    new PrefixQuery("buyer", "Ad") { Weight = 2f },
                    new WildcardQuery("buyer", "A*"),
                    new MatchAllQuery(),
                    new FunctionScoreQuery(new MatchAllQuery(), new FieldValueFactor("number")),
                    new MatchAllQuery()
                },
                MinimumShouldMatch = 1
            },
            Limit = 10,
            GetTotalCount = true,
            Sort = new Sort(new List<ISorter> { new ScoreSort { Order = SortOrder.DESC } })
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
