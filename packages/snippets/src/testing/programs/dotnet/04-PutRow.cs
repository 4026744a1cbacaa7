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
            { "buyer", new ColumnValue("Ada \"the $first\"") },
            { "number", new ColumnValue(1L) }
        };
        var change = new RowPutChange("code_orders", changeKey);
        change.Condition = new Condition(RowExistenceExpectation.IGNORE);
        change.AddColumn("note", new ColumnValue("quotes ' \" \\ $x ${y} `z` \n%d 张三"));
        change.AddColumn("price", new ColumnValue(9.0));
        change.AddColumn("paid", new ColumnValue(true));
        change.AddColumn("bytes", new ColumnValue(Convert.FromBase64String("AP8H")));
        change.AddColumn("big", new ColumnValue(9223372036854775807L));
        change.AddColumn("place", new ColumnValue("1.5,2"));
        var request = new PutRowRequest("code_orders", change.Condition) { RowPutChange = change };
        client.PutRow(request);
    }
}
