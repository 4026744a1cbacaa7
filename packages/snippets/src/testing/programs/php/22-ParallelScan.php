<?php
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

$splits = $client->computeSplits([
    'table_name' => 'code_orders',
    'search_index_splits_options' => ['index_name' => 'code_orders_index'],
]);
// Processes may read the parts at the same time.
for ($part = 0; $part < $splits['splits_size']; $part++) {
    $request = [
        'table_name' => 'code_orders',
        'index_name' => 'code_orders_index',
        'columns_to_get' => [
            'return_type' => ColumnReturnTypeConst::RETURN_SPECIFIED,
            'return_names' => ['price'],
        ],
        'session_id' => $splits['session_id'],
        'scan_query' => [
            'query' => [
                'query_type' => QueryTypeConst::EXISTS_QUERY,
                'query' => ['field_name' => 'price'],
            ],
            'limit' => 1,
            'alive_time' => 60,
            'token' => null,
            'current_parallel_id' => $part,
            'max_parallel' => $splits['splits_size'],
        ],
    ];
    do {
        $response = $client->parallelScan($request);
        foreach ($response['rows'] as $row) {
            print_r($row);
        }
        $request['scan_query']['token'] = $response['next_token'];
    } while (!empty($response['next_token']));
}
