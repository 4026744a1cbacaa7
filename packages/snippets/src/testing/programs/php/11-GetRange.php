<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\ComparatorTypeConst;
use Aliyun\OTS\Consts\DirectionConst;
use Aliyun\OTS\Consts\LogicalOperatorConst;
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
    'column_filter' => [
        'logical_operator' => LogicalOperatorConst::CONST_OR,
        'sub_conditions' => [
            [
                'column_name' => 'price',
                'value' => 1.75,
                'comparator' => ComparatorTypeConst::CONST_LESS_THAN,
                'pass_if_missing' => false,
            ],
            [
                'column_name' => 'buyer',
                'value' => 'nobody',
                'comparator' => ComparatorTypeConst::CONST_EQUAL,
                'pass_if_missing' => false,
            ],
        ],
    ],
]);
print_r($response);
