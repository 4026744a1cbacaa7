<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\AggregationTypeConst;
use Aliyun\OTS\Consts\ColumnReturnTypeConst;
use Aliyun\OTS\Consts\GroupByTypeConst;
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
        'limit' => 0,
        'get_total_count' => true,
        'query' => ['query_type' => QueryTypeConst::MATCH_ALL_QUERY],
        'sort' => [['field_sort' => [
            'field_name' => 'number',
            'order' => SortOrderConst::SORT_ORDER_DESC,
        ]]],
        'group_bys' => ['group_bys' => [
            [
                'name' => 'by_buyer',
                'type' => GroupByTypeConst::GROUP_BY_FIELD,
                'body' => [
                    'field_name' => 'buyer',
                    'size' => 5,
                    'sort' => ['sorters' => [
                        ['sub_agg_sort' => [
                            'order' => SortOrderConst::SORT_ORDER_DESC,
                            'sub_agg_name' => 'mean',
                        ]],
                        ['row_count_sort' => ['order' => SortOrderConst::SORT_ORDER_ASC]],
                    ]],
                    'sub_aggs' => ['aggs' => [
                        [
                            'name' => 'mean',
                            'type' => AggregationTypeConst::AGG_AVG,
                            'body' => ['field_name' => 'price', 'missing' => 77.25],
                        ],
                        [
                            'name' => 'prices',
                            'type' => AggregationTypeConst::AGG_PERCENTILES,
                            'body' => [
                                'field_name' => 'price',
                                'percentiles' => [50.0, 99.5],
                                'missing' => 1.5,
                            ],
                        ],
                        [
                            'name' => 'first',
                            'type' => AggregationTypeConst::AGG_TOP_ROWS,
                            'body' => [
                                'limit' => 1,
                                'sort' => ['sorters' => [['field_sort' => [
                                    'field_name' => 'number',
                                    'order' => SortOrderConst::SORT_ORDER_ASC,
                                ]]]],
                            ],
                        ],
                    ]],
                    'sub_group_bys' => ['group_bys' => [[
                        'name' => 'by_price',
                        'type' => GroupByTypeConst::GROUP_BY_RANGE,
                        'body' => [
                            'field_name' => 'price',
                            'ranges' => [['to' => 2.5], ['from' => 2.5]],
                        ],
                    ]]],
                ],
            ],
            [
                'name' => 'by_price',
                'type' => GroupByTypeConst::GROUP_BY_RANGE,
                'body' => [
                    'field_name' => 'price',
                    'ranges' => [['to' => 2.5], ['from' => 2.5]],
                ],
            ],
            [
                'name' => 'by_note',
                'type' => GroupByTypeConst::GROUP_BY_FILTER,
                'body' => ['filters' => [
                    [
                        'query_type' => QueryTypeConst::EXISTS_QUERY,
                        'query' => ['field_name' => 'note'],
                    ],
                    [
                        'query_type' => QueryTypeConst::TERM_QUERY,
                        'query' => ['field_name' => 'buyer', 'term' => 'Bob'],
                    ],
                ]],
            ],
            [
                'name' => 'by_distance',
                'type' => GroupByTypeConst::GROUP_BY_GEO_DISTANCE,
                'body' => [
                    'field_name' => 'place',
                    'origin' => ['lat' => 1.5, 'lon' => 2.0],
                    'ranges' => [['from' => 0.0, 'to' => 1000.0], ['from' => 1000.0]],
                ],
            ],
            [
                'name' => 'by_number',
                'type' => GroupByTypeConst::GROUP_BY_HISTOGRAM,
                'body' => [
                    'field_name' => 'number',
                    'interval' => 2,
                    'field_range' => ['min' => 0, 'max' => 10],
                    'missing' => 1,
                    'min_doc_count' => 1,
                ],
            ],
        ]],
    ],
    'columns_to_get' => ['return_type' => ColumnReturnTypeConst::RETURN_NONE],
]);
print_r($response);
