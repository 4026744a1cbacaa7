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
        var changes = new RowChanges("code_orders");
        var change1Key = new PrimaryKey {
            { "buyer", new ColumnValue("Bob") },
            { "number", new ColumnValue(2L) }
        };
        var change1 = new RowPutChange("code_orders", change1Key);
        change1.Condition = new Condition(RowExistenceExpectation.IGNORE);
        change1.AddColumn("price", new ColumnValue(1.5));
        change1.AddColumn("paid_on", new ColumnValue("2026-02-03"));
        changes.RowPutChanges.Add(change1);
        var change2Key = new PrimaryKey {
            { "buyer", new ColumnValue("Bob") },
            { "number", new ColumnValue(3L) }
        };
        var change2 = new RowPutChange("code_orders", change2Key);
        change2.Condition = new Condition(RowExistenceExpectation.IGNORE);
        changes.RowPutChanges.Add(change2);
        var change3Key = new PrimaryKey {
            { "buyer", new ColumnValue("Eve") },
            { "number", new ColumnValue(4L) }
        };
        var change3 = new RowUpdateChange("code_orders", change3Key);
        change3.Condition = new Condition(RowExistenceExpectation.IGNORE);
        change3.Put("note", new ColumnValue("blue lamp"));
        changes.RowUpdateChanges.Add(change3);
        var change4Key = new PrimaryKey {
            { "buyer", new ColumnValue("Bob") },
            { "number", new ColumnValue(9L) }
        };
        var change4 = new RowDeleteChange("code_orders", change4Key);
        change4.Condition = new Condition(RowExistenceExpectation.IGNORE);
        changes.RowDeleteChanges.Add(change4);
        var request = new BatchWriteRowRequest();
        request.Add("code_orders", changes);
        Console.WriteLine(client.BatchWriteRow(request).IsAllSucceed);
    }
}
