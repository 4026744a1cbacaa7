<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\FieldTypeConst;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$response = $client->createSearchIndex([
    'table_name' => 'code_orders',
    'index_name' => 'code_orders_index',
    'schema' => ['field_schemas' => [
        [
            'field_name' => 'buyer',
            'field_type' => FieldTypeConst::KEYWORD,
            'index' => true,
            'enable_sort_and_agg' => true,
        ],
        [
            'field_name' => 'number',
            'field_type' => FieldTypeConst::LONG,
            'index' => true,
            'enable_sort_and_agg' => true,
        ],
        [
            'field_name' => 'note',
            'field_type' => FieldTypeConst::TEXT,
            'index' => true,
            'analyzer' => 'single_word',
        ],
        [
            'field_name' => 'price',
            'field_type' => FieldTypeConst::DOUBLE,
            'index' => true,
            'enable_sort_and_agg' => true,
        ],
        [
            'field_name' => 'place',
            'field_type' => FieldTypeConst::GEO_POINT,
            'index' => true,
            'enable_sort_and_agg' => true,
        ],
        [
            'field_name' => 'paid_on',
            'field_type' => FieldTypeConst::DATE,
            'index' => true,
            'enable_sort_and_agg' => true,
            'date_formats' => ['yyyy-MM-dd'],
        ],
        [
            'field_name' => 'lines',
            'field_type' => FieldTypeConst::NESTED,
            'index' => true,
            'field_schemas' => [[
                'field_name' => 'price',
                'field_type' => FieldTypeConst::DOUBLE,
                'index' => true,
                'enable_sort_and_agg' => true,
            ]],
        ],
    ]],
]);
print_r($response);
