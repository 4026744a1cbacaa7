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

$response = $client->getRange([
    'table_name' => 'code_orders',
    'direction' => DirectionConst::CONST_BACKWARD,
    'inclusive_start_primary_key' => [
        ['buyer', null, PrimaryKeyTypeConst::CONST_INF_MAX],
        ['number', null, PrimaryKeyTypeConst::CONST_INF_MAX],
    ],
    'exclusive_end_primary_key' => [
        ['buyer', null, PrimaryKeyTypeConst::CONST_INF_MIN],
        ['number', null, PrimaryKeyTypeConst::CONST_INF_MIN],
    ],
    'limit' => 1,
    'columns_to_get' => ['price'],
    'max_versions' => 1,
    'time_range' => ['start_time' => 0, 'end_time' => 9000000000000],
]);
print_r($response);
