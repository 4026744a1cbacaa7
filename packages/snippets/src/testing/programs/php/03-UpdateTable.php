<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$response = $client->updateTable([
    'table_name' => 'code_orders',
    'table_options' => ['time_to_live' => -1, 'max_versions' => 1],
]);
print_r($response);
