<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\AggregationTypeConst;
use Aliyun\OTS\Consts\ColumnReturnTypeConst;
use Aliyun\OTS\Consts\QueryTypeConst;
use Aliyun\OTS\Consts\SortOrderConst;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$response = $client->search([
    'table_name' => 'code_orders',
    'index_name' => 'code_orders_index',
    'search_query' => [
        'offset' => 0,
        'limit' => 0,
        'get_total_count' => true,
        'query' => ['query_type' => QueryTypeConst::MATCH_ALL_QUERY],
        'sort' => [['field_sort' => [
            'field_name' => 'number',
            'order' => SortOrderConst::SORT_ORDER_DESC,
        ]]],
        'aggs' => ['aggs' => [
            [
                'name' => 'income',
                'type' => AggregationTypeConst::AGG_SUM,
                'body' => ['field_name' => 'price', 'missing' => 0.25],
            ],
            [
                'name' => 'mean',
                'type' => AggregationTypeConst::AGG_AVG,
                'body' => ['field_name' => 'price'],
            ],
            [
                'name' => 'least',
                'type' => AggregationTypeConst::AGG_MIN,
                'body' => ['field_name' => 'number', 'missing' => 5],
            ],
            [
                'name' => 'most',
                'type' => AggregationTypeConst::AGG_MAX,
                'body' => ['field_name' => 'number'],
            ],
            [
                'name' => 'priced',
                'type' => AggregationTypeConst::AGG_COUNT,
                'body' => ['field_name' => 'price'],
            ],
            [
                'name' => 'buyers',
                'type' => AggregationTypeConst::AGG_DISTINCT_COUNT,
                'body' => ['field_name' => 'buyer', 'missing' => 'nobody'],
            ],
            [
                'name' => 'prices',
                'type' => AggregationTypeConst::AGG_PERCENTILES,
                'body' => [
                    'field_name' => 'price',
                    'percentiles' => [50.0, 99.5],
                    'missing' => 1.5,
                ],
            ],
            [
                'name' => 'first',
                'type' => AggregationTypeConst::AGG_TOP_ROWS,
                'body' => [
                    'limit' => 1,
                    'sort' => ['sorters' => [['field_sort' => [
                        'field_name' => 'number',
                        'order' => SortOrderConst::SORT_ORDER_ASC,
                    ]]]],
                ],
            ],
        ]],
    ],
    'columns_to_get' => ['return_type' => ColumnReturnTypeConst::RETURN_NONE],
]);
print_r($response);
