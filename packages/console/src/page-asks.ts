/**
 * What the pages ask of the gate, without the pages: benchmarks send the same requests.
 */
export { GateClient, type GateDoor, GateError } from './gate/gate-client.js'
export { boxOf, type MapView, type Size } from './map/mercator.js'
export { filterOf } from './rows/filter/filter-clause.js'
export { everything, type KeyQuestion, rangeOf } from './rows/key-question.js'
export { askRowsPage, rowsPageRequest } from './rows/rows-request.js'
export { askMapPart, askQuestion, askSamples } from './samples/sample-asks.js'
export { mediaViews, orderQuestions } from './samples/sample-questions.js'
export { FIRST_VIEW, cellsOfMap, ringsAround, showsDistricts } from './samples/shops/shop-asks.js'
export type { DataObject } from './search/forms/form.js'
export { type IndexField, fieldsOfIndex, isSortable } from './search/forms/searchable-fields.js'
export { type IndexPlace, inOrder, nextStart } from './search/page-requests.js'
export { askHits, askSpan, askStatistics, askTopValues } from './search/search-asks.js'
export { STATISTICS, mayCount, withStatistic } from './search/statistics/new-statistic.js'
