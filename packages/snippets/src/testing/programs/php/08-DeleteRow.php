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

$response = $client->deleteRow([
    'table_name' => 'code_orders',
    'condition' => RowExistenceExpectationConst::CONST_IGNORE,
    'primary_key' => [['buyer', 'Bob'], ['number', 3]],
]);
print_r($response);
