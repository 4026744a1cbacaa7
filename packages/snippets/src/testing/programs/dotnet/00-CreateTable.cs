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
        var key = new PrimaryKeySchema();
        key.Add("buyer", ColumnValueType.String);
        key.Add("number", ColumnValueType.Integer);
        var meta = new TableMeta("code_orders", key);
        meta.DefinedColumnSchema = new DefinedColumnSchema();
        meta.DefinedColumnSchema.Add("price", DefinedColumnType.DOUBLE);
        meta.DefinedColumnSchema.Add("note", DefinedColumnType.STRING);
        var units = new CapacityUnit(0, 0);
        var request = new CreateTableRequest(meta, units);
        request.TableOptions.TimeToLive = -1;
        request.TableOptions.MaxVersions = 1;
        client.CreateTable(request);
    }
}
