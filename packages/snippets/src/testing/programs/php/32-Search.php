<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
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
    'index_name' => 'code_orders_rarer',
    'search_query' => [
        'offset' => 0,
        'limit' => 10,
        'get_total_count' => true,
        'query' => [
            'query_type' => QueryTypeConst::EXISTS_QUERY,
            'query' => ['field_name' => 'place'],
        ],
        'sort' => [['geo_distance_sort' => [
            'field_name' => 'place',
            'points' => ['1.5,2'],
            'order' => SortOrderConst::SORT_ORDER_DESC,
        ]]],
        'collapse' => ['field_name' => 'buyer'],
    ],
    'columns_to_get' => ['return_type' => ColumnReturnTypeConst::RETURN_ALL],
]);
print_r($response);
