using System;
using System.Collections.Generic;
using Aliyun.OTS;
using Aliyun.OTS.DataModel;
using Aliyun.OTS.DataModel.ConditionalUpdate;
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
        var change = new RowUpdateChange("code_orders", changeKey);
        change.Condition = new Condition(RowExistenceExpectation.EXPECT_EXIST);
        change.Condition.ColumnCondition = new CompositeCondition(LogicOperator.AND)
            .AddCondition(new RelationalCondition(
                "paid",
                CompareOperator.EQUAL,
                new ColumnValue(true)
            ) { PassIfMissing = false })
            .AddCondition(new CompositeCondition(LogicOperator.NOT).AddCondition(new RelationalCondition(
                "big",
                CompareOperator.NOT_EQUAL,
                new ColumnValue(9223372036854775807L)
            ) { PassIfMissing = false }))
            .AddCondition(new RelationalCondition(
                "colour",
                CompareOperator.EQUAL,
                new ColumnValue("blue lamp")
            ) { PassIfMissing = true });
        change.Put("colour", new ColumnValue("blue lamp"));
        change.DeleteColumn("paid");
        change.Increment(new Column("visits", new ColumnValue(41L)));
        var request = new UpdateRowRequest(change);
        client.UpdateRow(request);
    }
}
