<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\ComparatorTypeConst;
use Aliyun\OTS\Consts\LogicalOperatorConst;
use Aliyun\OTS\Consts\RowExistenceExpectationConst;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$response = $client->updateRow([
    'table_name' => 'code_orders',
    'condition' => [
        'row_existence' => RowExistenceExpectationConst::CONST_EXPECT_EXIST,
        'column_filter' => [
            'logical_operator' => LogicalOperatorConst::CONST_AND,
            'sub_conditions' => [
                [
                    'column_name' => 'paid',
                    'value' => true,
                    'comparator' => ComparatorTypeConst::CONST_EQUAL,
                    'pass_if_missing' => false,
                ],
                [
                    'logical_operator' => LogicalOperatorConst::CONST_NOT,
                    'sub_conditions' => [[
                        'column_name' => 'big',
                        'value' => 9223372036854775807,
                        'comparator' => ComparatorTypeConst::CONST_NOT_EQUAL,
                        'pass_if_missing' => false,
                    ]],
                ],
                [
                    'column_name' => 'colour',
                    'value' => 'blue lamp',
                    'comparator' => ComparatorTypeConst::CONST_EQUAL,
                    'pass_if_missing' => true,
                ],
            ],
        ],
    ],
    'primary_key' => [['buyer', 'Ada "the $first"'], ['number', 1]],
    'update_of_attribute_columns' => [
        'PUT' => [['colour', 'blue lamp']],
        'DELETE_ALL' => ['paid'],
        'INCREMENT' => [['visits', 41]],
    ],
]);
print_r($response);
