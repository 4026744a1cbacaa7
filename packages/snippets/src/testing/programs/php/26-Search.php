<?php // Left out here: the query disMax, the weights of queries, the slop of a phrase.
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\ColumnReturnTypeConst;
use Aliyun\OTS\Consts\QueryOperatorConst;
use Aliyun\OTS\Consts\QueryTypeConst;
use Aliyun\OTS\Consts\SortOrderConst;

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
            'query_type' => QueryTypeConst::BOOL_QUERY,
            'query' => [
                'should_queries' => [
                    [
                        'query_type' => QueryTypeConst::TERM_QUERY,
                        'query' => ['field_name' => 'buyer', 'term' => 'Ada', 'weight' => 2.0],
                    ],
                    [
                        'query_type' => QueryTypeConst::TERMS_QUERY,
                        'query' => [
                            'field_name' => 'number',
                            'terms' => [1, 2],
                            'weight' => 1.5,
                        ],
                    ],
                    [
                        'query_type' => QueryTypeConst::MATCH_QUERY,
                        'query' => [
                            'field_name' => 'note',
                            'text' => 'blue lamp',
                            'operator' => QueryOperatorConst::PBAND,
                            'minimum_should_match' => 1,
                            'weight' => 2.0,
                        ],
                    ],
                    [
                        'query_type' => QueryTypeConst::MATCH_PHRASE_QUERY,
                        'query' => [
                            'field_name' => 'note',
                            'text' => 'blue lamp',
                            'weight' => 2.0,
                        ],
                    ],
                    [
                        'query_type' => QueryTypeConst::PREFIX_QUERY,
                        'query' => ['field_name' => 'buyer', 'prefix' => 'Ad', 'weight' => 2.0],
                    ],
                    [
                        'query_type' => QueryTypeConst::WILDCARD_QUERY,
                        'query' => ['field_name' => 'buyer', 'value' => 'A*', 'weight' => 2.0],
                    ],
                    [
                        'query_type' => QueryTypeConst::CONST_SCORE_QUERY,
                        'query' => ['filter' => [
                            'query_type' => QueryTypeConst::EXISTS_QUERY,
                            'query' => ['field_name' => 'note'],
                        ]],
                    ],
                    [
                        'query_type' => QueryTypeConst::FUNCTION_SCORE_QUERY,
                        'query' => [
                            'query' => ['query_type' => QueryTypeConst::MATCH_ALL_QUERY],
                            'field_value_factor' => ['field_name' => 'number'],
                        ],
                    ],
                    ['query_type' => QueryTypeConst::MATCH_ALL_QUERY],
                ],
                'minimum_should_match' => 1,
            ],
        ],
        'sort' => [['score_sort' => ['order' => SortOrderConst::SORT_ORDER_DESC]]],
    ],
    'columns_to_get' => ['return_type' => ColumnReturnTypeConst::RETURN_ALL],
]);
print_r($response);
