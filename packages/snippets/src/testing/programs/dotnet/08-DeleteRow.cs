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
        var changeKey = new PrimaryKey {
            { "buyer", new ColumnValue("Bob") },
            { "number", new ColumnValue(3L) }
        };
        var change = new RowDeleteChange("code_orders", changeKey);
        change.Condition = new Condition(RowExistenceExpectation.IGNORE);
        var request = new DeleteRowRequest(change);
        client.DeleteRow(request);
    }
}
