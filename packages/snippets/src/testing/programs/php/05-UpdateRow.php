<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\RowExistenceExpectationConst;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$response = $client->updateRow([
    'table_name' => 'code_orders',
    'condition' => RowExistenceExpectationConst::CONST_EXPECT_EXIST,
    'primary_key' => [['buyer', 'Ada "the $first"'], ['number', 1]],
    'update_of_attribute_columns' => [
        'PUT' => [['colour', 'blue lamp']],
        'DELETE_ALL' => ['paid'],
        'INCREMENT' => [['visits', 41]],
    ],
]);
print_r($response);
