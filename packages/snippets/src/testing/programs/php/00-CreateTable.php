<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\DefinedColumnTypeConst;
use Aliyun\OTS\Consts\PrimaryKeyTypeConst;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$response = $client->createTable([
    'table_meta' => [
        'table_name' => 'code_orders',
        'primary_key_schema' => [
            ['buyer', PrimaryKeyTypeConst::CONST_STRING],
            ['number', PrimaryKeyTypeConst::CONST_INTEGER],
        ],
        'defined_column' => [
            ['price', DefinedColumnTypeConst::DCT_DOUBLE],
            ['note', DefinedColumnTypeConst::DCT_STRING],
        ],
    ],
    'reserved_throughput' => ['capacity_unit' => ['read' => 0, 'write' => 0]],
    'table_options' => [
        'time_to_live' => -1,
        'max_versions' => 1,
        'deviation_cell_version_in_sec' => 86400,
    ],
]);
print_r($response);
