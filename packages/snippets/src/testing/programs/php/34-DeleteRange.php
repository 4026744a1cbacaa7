<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\ComparatorTypeConst;
use Aliyun\OTS\Consts\DirectionConst;
use Aliyun\OTS\Consts\OperationTypeConst;
use Aliyun\OTS\Consts\PrimaryKeyTypeConst;
use Aliyun\OTS\Consts\RowExistenceExpectationConst;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$request = [
    'table_name' => 'code_orders',
    'direction' => DirectionConst::CONST_FORWARD,
    'inclusive_start_primary_key' => [
        ['buyer', null, PrimaryKeyTypeConst::CONST_INF_MIN],
        ['number', null, PrimaryKeyTypeConst::CONST_INF_MIN],
    ],
    'exclusive_end_primary_key' => [
        ['buyer', null, PrimaryKeyTypeConst::CONST_INF_MAX],
        ['number', null, PrimaryKeyTypeConst::CONST_INF_MAX],
    ],
    'limit' => 200,
    'max_versions' => 1,
    'column_filter' => [
        'column_name' => 'price',
        'value' => 1.75,
        'comparator' => ComparatorTypeConst::CONST_LESS_THAN,
        'pass_if_missing' => false,
    ],
];
do {
    $response = $client->getRange($request);
    $rows = [];
    foreach ($response['rows'] as $row) {
        $rows[] = [
            'operation_type' => OperationTypeConst::CONST_DELETE,
            'condition' => RowExistenceExpectationConst::CONST_IGNORE,
            'primary_key' => $row['primary_key'],
        ];
    }
    if ($rows) {
        $tables = [['table_name' => 'code_orders', 'rows' => $rows]];
        print_r($client->batchWriteRow(['tables' => $tables]));
    }
    $request['inclusive_start_primary_key'] = $response['next_start_primary_key'];
} while (!empty($response['next_start_primary_key']));
