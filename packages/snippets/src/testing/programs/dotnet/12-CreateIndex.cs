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
        var index = new IndexMeta("code_orders_by_note");
        index.PrimaryKey = new List<string> { "note" };
        index.DefinedColumns = new List<string> { "price" };
        index.IndexType = IndexType.IT_GLOBAL_INDEX;
        index.IndexUpdateModel = IndexUpdateMode.IUM_ASYNC_INDEX;
        var request = new CreateGlobalIndexRequest("code_orders", index);
        request.IncludeBaseData = true;
        client.CreateGlobalIndex(request);
    }
}
