<?php // Left out here: inner hits, the sort by doc, modes and filters of the sort.
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\ColumnReturnTypeConst;
use Aliyun\OTS\Consts\QueryTypeConst;
use Aliyun\OTS\Consts\ScoreModeConst;
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
        'limit' => 10,
        'get_total_count' => true,
        'query' => [
            'query_type' => QueryTypeConst::NESTED_QUERY,
            'query' => [
                'path' => 'lines',
                'query' => [
                    'query_type' => QueryTypeConst::RANGE_QUERY,
                    'query' => [
                        'field_name' => 'lines.price',
                        'range_from' => 5.0,
                        'include_lower' => true,
                    ],
                ],
                'score_mode' => ScoreModeConst::SCORE_MODE_MAX,
            ],
        ],
        'sort' => [['field_sort' => [
            'field_name' => 'lines.price',
            'order' => SortOrderConst::SORT_ORDER_DESC,
        ]]],
    ],
    'columns_to_get' => ['return_type' => ColumnReturnTypeConst::RETURN_ALL],
]);
print_r($response);
