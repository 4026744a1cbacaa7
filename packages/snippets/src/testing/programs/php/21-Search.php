<?php
require __DIR__ . '/vendor/autoload.php';

use Aliyun\OTS\OTSClient;
use Aliyun\OTS\Consts\AggregationTypeConst;
use Aliyun\OTS\Consts\ColumnReturnTypeConst;
use Aliyun\OTS\Consts\DateTimeUnitConst;
use Aliyun\OTS\Consts\GeoHashPrecisionConst;
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
                'name' => 'by_day',
                'type' => GroupByTypeConst::GROUP_BY_DATE_HISTOGRAM,
                'body' => [
                    'field_name' => 'paid_on',
                    'interval' => ['value' => 1, 'unit' => DateTimeUnitConst::DAY],
                    'time_zone' => '+08:00',
                    'field_range' => ['min' => '2026-02-01', 'max' => '2026-02-05'],
                    'missing' => '2026-02-04',
                    'min_doc_count' => 1,
                    'sort' => ['sorters' => [['group_key_sort' => [
                        'order' => SortOrderConst::SORT_ORDER_DESC,
                    ]]]],
                ],
            ],
            [
                'name' => 'by_place',
                'type' => GroupByTypeConst::GROUP_BY_GEO_GRID,
                'body' => [
                    'field_name' => 'place',
                    'precision' => GeoHashPrecisionConst::GHP_156KM_156KM_3,
                    'size' => 10,
                ],
            ],
            [
                'name' => 'by_both',
                'type' => GroupByTypeConst::GROUP_BY_COMPOSITE,
                'body' => [
                    'sources' => ['group_bys' => [
                        [
                            'name' => 'buyer',
                            'type' => GroupByTypeConst::GROUP_BY_FIELD,
                            'body' => [
                                'field_name' => 'buyer',
                                'sort' => ['sorters' => [['group_key_sort' => [
                                    'order' => SortOrderConst::SORT_ORDER_ASC,
                                ]]]],
                            ],
                        ],
                        [
                            'name' => 'day',
                            'type' => GroupByTypeConst::GROUP_BY_DATE_HISTOGRAM,
                            'body' => [
                                'field_name' => 'paid_on',
                                'interval' => ['value' => 1, 'unit' => DateTimeUnitConst::DAY],
                                'time_zone' => '+08:00',
                                'field_range' => ['min' => '2026-02-01', 'max' => '2026-02-05'],
                                'missing' => '2026-02-04',
                                'sort' => ['sorters' => [['group_key_sort' => [
                                    'order' => SortOrderConst::SORT_ORDER_DESC,
                                ]]]],
                            ],
                        ],
                    ]],
                    'size' => 3,
                    'sub_aggs' => ['aggs' => [[
                        'name' => 'income',
                        'type' => AggregationTypeConst::AGG_SUM,
                        'body' => ['field_name' => 'price'],
                    ]]],
                ],
            ],
        ]],
    ],
    'columns_to_get' => ['return_type' => ColumnReturnTypeConst::RETURN_NONE],
]);
print_r($response);
