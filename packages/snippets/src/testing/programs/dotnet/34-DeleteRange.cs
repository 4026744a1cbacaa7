using System;
using System.Collections.Generic;
using Aliyun.OTS;
using Aliyun.OTS.DataModel;
using Aliyun.OTS.DataModel.Filter;
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
        var criteria = new RangeRowQueryCriteria("code_orders");
        criteria.Direction = GetRangeDirection.Forward;
        criteria.InclusiveStartPrimaryKey = new PrimaryKey {
            { "buyer", ColumnValue.INF_MIN },
            { "number", ColumnValue.INF_MIN }
        };
        criteria.ExclusiveEndPrimaryKey = new PrimaryKey {
            { "buyer", ColumnValue.INF_MAX },
            { "number", ColumnValue.INF_MAX }
        };
        criteria.Limit = 200;
        criteria.MaxVersions = 1;
        criteria.Filter = new SingleColumnValueFilter(
            "price",
            CompareOperator.LESS_THAN,
            new ColumnValue(1.75)
        ) { PassIfMissing = false };
        while (criteria.InclusiveStartPrimaryKey != null)
        {
            var response = client.GetRange(new GetRangeRequest(criteria));
            var changes = new RowChanges("code_orders");
            foreach (var row in response.RowDataList)
            {
                var change = new RowDeleteChange("code_orders", row.PrimaryKey);
                change.Condition = new Condition(RowExistenceExpectation.IGNORE);
                changes.RowDeleteChanges.Add(change);
            }
            if (response.RowDataList.Count > 0)
            {
                var request = new BatchWriteRowRequest();
                request.Add("code_orders", changes);
                Console.WriteLine(client.BatchWriteRow(request).IsAllSucceed);
            }
            criteria.InclusiveStartPrimaryKey = response.NextPrimaryKey;
        }
    }
}
