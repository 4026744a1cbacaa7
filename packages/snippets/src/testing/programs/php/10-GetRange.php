<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\DirectionConst;
use Aliyun\OTS\Consts\PrimaryKeyTypeConst;

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
    'max_versions' => 1,
];
do {
    $response = $client->getRange($request);
    foreach ($response['rows'] as $row) {
        print_r($row);
    }
    $request['inclusive_start_primary_key'] = $response['next_start_primary_key'];
} while (!empty($response['next_start_primary_key']));
