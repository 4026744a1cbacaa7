<?php // Left out here: bounds of a vector query.
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\ColumnReturnTypeConst;
use Aliyun\OTS\Consts\QueryTypeConst;

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
            'query_type' => QueryTypeConst::KNN_VECTOR_QUERY,
            'query' => [
                'field_name' => 'shape',
                'top_k' => 3,
                'float32_query_vector' => [0.5, -1.0],
                'filter' => [
                    'query_type' => QueryTypeConst::EXISTS_QUERY,
                    'query' => ['field_name' => 'shape'],
                ],
                'weight' => 2.0,
            ],
        ],
    ],
    'columns_to_get' => ['return_type' => ColumnReturnTypeConst::RETURN_ALL],
]);
print_r($response);
