<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\FieldTypeConst;
use Aliyun\OTS\Consts\SortOrderConst;
use Aliyun\OTS\Consts\VectorDataTypeConst;
use Aliyun\OTS\Consts\VectorMetricTypeConst;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$response = $client->createSearchIndex([
    'table_name' => 'code_orders',
    'index_name' => 'code_orders_rarer',
    'schema' => [
        'field_schemas' => [
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
                'analyzer_parameter' => ['case_sensitive' => true, 'delimit_word' => true],
                'enable_highlighting' => true,
            ],
            [
                'field_name' => 'colour',
                'field_type' => FieldTypeConst::TEXT,
                'index' => true,
                'analyzer' => 'split',
                'analyzer_parameter' => ['delimiter' => ' '],
            ],
            [
                'field_name' => 'paid_on',
                'field_type' => FieldTypeConst::TEXT,
                'index' => true,
                'analyzer' => 'fuzzy',
                'analyzer_parameter' => ['min_chars' => 2, 'max_chars' => 4],
            ],
            [
                'field_name' => 'day',
                'field_type' => FieldTypeConst::DATE,
                'index' => true,
                'enable_sort_and_agg' => true,
                'date_formats' => ['yyyy-MM-dd'],
            ],
            [
                'field_name' => 'place',
                'field_type' => FieldTypeConst::GEO_POINT,
                'index' => true,
                'enable_sort_and_agg' => true,
            ],
            [
                'field_name' => 'shape',
                'field_type' => FieldTypeConst::VECTOR,
                'index' => true,
                'vector_options' => [
                    'data_type' => VectorDataTypeConst::FLOAT_32,
                    'metric_type' => VectorMetricTypeConst::COSINE,
                    'dimension' => 2,
                ],
            ],
        ],
        'index_sort' => [['field_sort' => [
            'field_name' => 'number',
            'order' => SortOrderConst::SORT_ORDER_DESC,
        ]]],
    ],
]);
print_r($response);
