<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\OperationTypeConst;
use Aliyun\OTS\Consts\RowExistenceExpectationConst;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$response = $client->batchWriteRow(['tables' => [[
    'table_name' => 'code_orders',
    'rows' => [
        [
            'operation_type' => OperationTypeConst::CONST_PUT,
            'condition' => RowExistenceExpectationConst::CONST_IGNORE,
            'primary_key' => [['buyer', 'Bob'], ['number', 2]],
            'attribute_columns' => [['price', 1.5], ['paid_on', '2026-02-03']],
        ],
        [
            'operation_type' => OperationTypeConst::CONST_PUT,
            'condition' => RowExistenceExpectationConst::CONST_IGNORE,
            'primary_key' => [['buyer', 'Bob'], ['number', 3]],
            'attribute_columns' => [],
        ],
        [
            'operation_type' => OperationTypeConst::CONST_UPDATE,
            'condition' => RowExistenceExpectationConst::CONST_IGNORE,
            'primary_key' => [['buyer', 'Eve'], ['number', 4]],
            'update_of_attribute_columns' => ['PUT' => [['note', 'blue lamp']]],
        ],
        [
            'operation_type' => OperationTypeConst::CONST_DELETE,
            'condition' => RowExistenceExpectationConst::CONST_IGNORE,
            'primary_key' => [['buyer', 'Bob'], ['number', 9]],
        ],
    ],
]]]);
print_r($response);
