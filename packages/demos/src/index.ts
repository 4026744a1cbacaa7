export {
  type KnownQuestion,
  type KnownSample,
  type SampleQuestion,
  KNOWN_SAMPLES,
  SAMPLE_QUESTIONS,
} from './command/known-samples.js'
export { Draws } from './generate/draws.js'
export { loadLines } from './load/report-lines.js'
export { loadSample, type LoadOptions, type LoadReport, type LoadStep } from './load/load-sample.js'
export { dropSample } from './load/drop-sample.js'
export {
  type SampleChoice,
  type SampleLoad,
  type SampleProgress,
  SMALL_SAMPLE_ROWS,
  startSampleLoad,
} from './load/start-sample-load.js'
export type { Question, Way } from './sample/question.js'
export type { Shop } from './shops/rows/shop.js'
export type { Inquiry } from './sample/question.js'
export type { Found, Tally } from './sample/tally.js'
export { type SampleSize, type SampleFacts } from './sample/sample-shape.js'
export { type TimedAnswer, timed } from './sample/timed.js'
export { findSampleSet } from './load/sample-set.js'
export { type OrdersSample, ordersSample } from './orders/orders-sample.js'
export { type Order, orderRowOf } from './orders/rows/order.js'
export * as orderTables from './orders/order-tables.js'
export * as consumerQuestions from './orders/questions/consumer-questions.js'
export * as sellerQuestions from './orders/questions/seller-questions.js'
export * as platformQuestions from './orders/questions/platform-questions.js'
export * as orderKeyReads from './orders/questions/key-reads.js'
export { keyHash } from './sample/key-hash.js'
export { orderDetail } from './orders/questions/order-detail.js'
export { basketPartners } from './orders/questions/basket-job.js'
export { repeatBuyers } from './orders/questions/repeat-job.js'
export { shopSample } from './shops/shop-sample.js'
export * as shopTables from './shops/shop-table.js'
export * as shopLists from './shops/questions/shop-lists.js'
export * as shopStatistics from './shops/questions/shop-statistics.js'
export * as shopCells from './shops/questions/shop-map.js'
export { mediaSample } from './media/media-sample.js'
export * as mediaTables from './media/media-table.js'
export * as mediaLists from './media/questions/media-lists.js'
export * as mediaStatistics from './media/questions/media-statistics.js'
export { type Street } from './shops/map/streets.js'
export {
  type DistrictHull,
  type ShopGround,
  type ShopMap,
  mapOfBox,
  shopGroundOf,
} from './shops/map/map-of-box.js'
export { shopPagePath } from './shops/rows/shop.js'
export { type Town, streetsOfQuarters, townsOf } from './shops/shop-rows.js'
export {
  type ChangeFieldOptions,
  type FieldChange,
  type FieldReport,
  type FieldStep,
  changeField,
  keepChange,
  switchBack,
} from './media/field/change-field.js'
export { writeColumn } from './media/field/write-column.js'
export { mediaFileOfRow } from './media/questions/media-file-of-row.js'
export type { MediaFile } from './media/rows/media-file.js'
export { thumbnailOf } from './media/thumbnails/thumbnail.js'
export { type KeyOutcome, adviseOnKeys, chooseKey } from './card-lab/choose-key.js'
export { KEY_DESIGNS } from './card-lab/key-designs.js'
export { type HashOutcome, hashKeys } from './card-lab/hash-keys.js'
export {
  type ColdOutcome,
  type MonthsOutcome,
  compareCold,
  loadMonths,
} from './card-lab/hot-and-cold.js'
export { type ImportOutcome, compareImports } from './card-lab/import-orders.js'
export { type HoldPartitions, type Lab, openLab } from './card-lab/lab.js'
export { type MeasureTimes, type MeasuredRate, QUICK } from './card-lab/measure-writes.js'
export { type SpliceOutcome, spliceKeys } from './card-lab/splice-keys.js'
