<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\ColumnTypeConst;
use Aliyun\OTS\Consts\RowExistenceExpectationConst;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$response = $client->putRow([
    'table_name' => 'code_orders',
    'condition' => RowExistenceExpectationConst::CONST_IGNORE,
    'primary_key' => [['buyer', 'Ada "the $first"'], ['number', 1]],
    'attribute_columns' => [
        ['note', "quotes ' \" \\ \$x \${y} `z` \n%d 张三"],
        ['price', 9.0],
        ['paid', true],
        ['bytes', base64_decode('AP8H'), ColumnTypeConst::CONST_BINARY],
        ['big', 9223372036854775807],
        ['place', '1.5,2'],
    ],
]);
print_r($response);
