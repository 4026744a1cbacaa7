// Left out here: highlights, vector options.
using System;
using System.Collections.Generic;
using Aliyun.OTS;
using Aliyun.OTS.DataModel;
using Aliyun.OTS.DataModel.Search;
using Aliyun.OTS.DataModel.Search.Query;
using Aliyun.OTS.DataModel.Search.Sort;
using Aliyun.OTS.DataModel.Search.Analysis;
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
        var request = new CreateSearchIndexRequest("code_orders", "code_orders_rarer");
        request.IndexSchame = new IndexSchema {
            FieldSchemas = new List<FieldSchema> {
                new FieldSchema("buyer", FieldType.KEYWORD) {
                    index = true,
                    EnableSortAndAgg = true
                },
                new FieldSchema("number", FieldType.LONG) {
                    index = true,
                    EnableSortAndAgg = true
                },
                new FieldSchema("note", FieldType.TEXT) {
                    index = true,
                    Analyzer = Analyzer.SingleWord,
                    AnalyzerParameter = new SingleWordAnalyzerParameter {
                        CaseSensitive = true,
                        DelimitWord = true
                    }
                },
                new FieldSchema("colour", FieldType.TEXT) {
                    index = true,
                    Analyzer = Analyzer.Split,
                    AnalyzerParameter = new SplitAnalyzerParameter { Delimiter = " " }
                },
                new FieldSchema("paid_on", FieldType.TEXT) {
                    index = true,
                    Analyzer = Analyzer.Fuzzy,
                    AnalyzerParameter = new FuzzyAnalyzerParameter {
                        MinChars = 2,
                        MaxChars = 4
                    }
                },
                new FieldSchema("day", FieldType.DATE) {
                    index = true,
                    EnableSortAndAgg = true,
                    DateFormats = new List<string> { "yyyy-MM-dd" }
                },
                new FieldSchema("place", FieldType.GEO_POINT) {
                    index = true,
                    EnableSortAndAgg = true
                },
                new FieldSchema("shape", FieldType.VECTOR) { index = true }
            },
            IndexSort = new Sort(new List<ISorter> { new FieldSort("number", SortOrder.DESC) })
        };
        client.CreateSearchIndex(request);
    }
}
