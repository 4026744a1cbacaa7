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
        var request = new DescribeSearchIndexRequest("code_orders", "code_orders_index");
        var schema = client.DescribeSearchIndex(request).Schema;
        foreach (var field in schema.FieldSchemas)
        {
            Console.WriteLine($"{field.FieldName} {field.FieldType}");
        }
    }
}
