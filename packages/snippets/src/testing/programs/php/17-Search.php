<?php // Left out here: all but the first kind of clauses of a bool query, which this SDK does not send.
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
    'index_name' => 'code_orders_index',
    'search_query' => [
        'offset' => 0,
        'limit' => 10,
        'get_total_count' => true,
        'query' => [
            'query_type' => QueryTypeConst::BOOL_QUERY,
            'query' => [
                'must_queries' => [[
                    'query_type' => QueryTypeConst::RANGE_QUERY,
                    'query' => [
                        'field_name' => 'number',
                        'range_from' => 1,
                        'include_lower' => true,
                        'range_to' => 100,
                        'include_upper' => false,
                    ],
                ]],
                'must_not_queries' => [[
                    'query_type' => QueryTypeConst::TERM_QUERY,
                    'query' => ['field_name' => 'buyer', 'term' => 'nobody'],
                ]],
                'filter_queries' => [['query_type' => QueryTypeConst::MATCH_ALL_QUERY]],
                'should_queries' => [
                    ['query_type' => QueryTypeConst::MATCH_ALL_QUERY],
                    [
                        'query_type' => QueryTypeConst::TERM_QUERY,
                        'query' => ['field_name' => 'buyer', 'term' => 'Ada "the $first"'],
                    ],
                    [
                        'query_type' => QueryTypeConst::TERMS_QUERY,
                        'query' => ['field_name' => 'number', 'terms' => [1, 2]],
                    ],
                    [
                        'query_type' => QueryTypeConst::MATCH_QUERY,
                        'query' => [
                            'field_name' => 'note',
                            'text' => 'blue lamp',
                            'operator' => QueryOperatorConst::PBOR,
                            'minimum_should_match' => 1,
                        ],
                    ],
                    [
                        'query_type' => QueryTypeConst::MATCH_PHRASE_QUERY,
                        'query' => ['field_name' => 'note', 'text' => 'blue lamp'],
                    ],
                    [
                        'query_type' => QueryTypeConst::PREFIX_QUERY,
                        'query' => ['field_name' => 'buyer', 'prefix' => 'Ad'],
                    ],
                    [
                        'query_type' => QueryTypeConst::WILDCARD_QUERY,
                        'query' => ['field_name' => 'buyer', 'value' => 'A*'],
                    ],
                    [
                        'query_type' => QueryTypeConst::RANGE_QUERY,
                        'query' => [
                            'field_name' => 'price',
                            'range_from' => 1.0,
                            'include_lower' => true,
                            'range_to' => 1000.0,
                            'include_upper' => false,
                        ],
                    ],
                    [
                        'query_type' => QueryTypeConst::EXISTS_QUERY,
                        'query' => ['field_name' => 'price'],
                    ],
                    [
                        'query_type' => QueryTypeConst::GEO_DISTANCE_QUERY,
                        'query' => [
                            'field_name' => 'place',
                            'center_point' => '1.5,2',
                            'distance' => 1000,
                        ],
                    ],
                    [
                        'query_type' => QueryTypeConst::GEO_BOUNDING_BOX_QUERY,
                        'query' => [
                            'field_name' => 'place',
                            'top_left' => '10,0',
                            'bottom_right' => '0,10',
                        ],
                    ],
                    [
                        'query_type' => QueryTypeConst::GEO_POLYGON_QUERY,
                        'query' => [
                            'field_name' => 'place',
                            'points' => ['0,0', '0,10', '10,0'],
                        ],
                    ],
                ],
                'minimum_should_match' => 1,
            ],
        ],
        'sort' => [['field_sort' => [
            'field_name' => 'number',
            'order' => SortOrderConst::SORT_ORDER_DESC,
        ]]],
    ],
    'columns_to_get' => ['return_type' => ColumnReturnTypeConst::RETURN_ALL],
]);
print_r($response);
