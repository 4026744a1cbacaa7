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
        var request = new UpdateTableRequest("code_orders");
        request.TableOptions = new TableOptions();
        request.TableOptions.TimeToLive = -1;
        request.TableOptions.MaxVersions = 1;
        client.UpdateTable(request);
    }
}
