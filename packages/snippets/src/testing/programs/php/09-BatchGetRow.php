<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$response = $client->batchGetRow(['tables' => [[
    'table_name' => 'code_orders',
    'primary_keys' => [[['buyer', 'Bob'], ['number', 2]], [['buyer', 'Eve'], ['number', 4]]],
    'max_versions' => 1,
]]]);
print_r($response);
