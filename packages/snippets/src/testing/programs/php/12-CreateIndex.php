<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\IndexTypeConst;
use Aliyun\OTS\Consts\IndexUpdateModeConst;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$response = $client->createIndex([
    'table_name' => 'code_orders',
    'index_meta' => [
        'name' => 'code_orders_by_note',
        'primary_key' => ['note'],
        'defined_column' => ['price'],
        'index_type' => IndexTypeConst::GLOBAL_INDEX,
        'index_update_mode' => IndexUpdateModeConst::ASYNC_INDEX,
    ],
    'include_base_data' => true,
]);
print_r($response);
