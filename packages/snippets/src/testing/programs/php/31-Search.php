<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\ColumnReturnTypeConst;
use Aliyun\OTS\Consts\HighlightEncoderConst;
use Aliyun\OTS\Consts\HighlightFragmentOrderConst;
use Aliyun\OTS\Consts\QueryOperatorConst;
use Aliyun\OTS\Consts\QueryTypeConst;

$client = new OTSClient([
    'EndPoint' => 'http://127.0.0.1:8087',
    'AccessKeyID' => getenv('TABLESTORE_ACCESS_KEY_ID'),
    'AccessKeySecret' => getenv('TABLESTORE_ACCESS_KEY_SECRET'),
    'InstanceName' => 'demo',
]);

$response = $client->search([
    'table_name' => 'code_orders',
    'index_name' => 'code_orders_rarer',
    'search_query' => [
        'offset' => 0,
        'limit' => 10,
        'get_total_count' => true,
        'query' => [
            'query_type' => QueryTypeConst::MATCH_QUERY,
            'query' => [
                'field_name' => 'note',
                'text' => 'blue',
                'operator' => QueryOperatorConst::PBOR,
            ],
        ],
        'highlight' => [
            'highlight_encoder' => HighlightEncoderConst::HTML,
            'field_highlight_params' => ['note' => [
                'number_of_fragments' => 2,
                'fragment_size' => 50,
                'pre_tag' => '<b>',
                'post_tag' => '</b>',
                'highlight_fragment_order' => HighlightFragmentOrderConst::SCORE,
            ]],
        ],
    ],
    'columns_to_get' => ['return_type' => ColumnReturnTypeConst::RETURN_ALL],
]);
print_r($response);
