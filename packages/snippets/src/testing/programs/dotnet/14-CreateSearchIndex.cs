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
        var request = new CreateSearchIndexRequest("code_orders", "code_orders_index");
        request.IndexSchame = new IndexSchema { FieldSchemas = new List<FieldSchema> {
            new FieldSchema("buyer", FieldType.KEYWORD) {
                index = true,
                EnableSortAndAgg = true
            },
            new FieldSchema("number", FieldType.LONG) { index = true, EnableSortAndAgg = true },
            new FieldSchema("note", FieldType.TEXT) {
                index = true,
                Analyzer = Analyzer.SingleWord
            },
            new FieldSchema("price", FieldType.DOUBLE) { index = true, EnableSortAndAgg = true },
            new FieldSchema("place", FieldType.GEO_POINT) {
                index = true,
                EnableSortAndAgg = true
            },
            new FieldSchema("paid_on", FieldType.DATE) {
                index = true,
                EnableSortAndAgg = true,
                DateFormats = new List<string> { "yyyy-MM-dd" }
            },
            new FieldSchema("lines", FieldType.NESTED) { SubFieldSchemas = new List<FieldSchema> { new FieldSchema("price", FieldType.DOUBLE) {
                index = true,
                EnableSortAndAgg = true
            } } }
        } };
        client.CreateSearchIndex(request);
    }
}
