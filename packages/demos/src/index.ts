export {
  type RunOptions,
  type RunResult,
  runOnlineRetail,
  totalsOfFile,
} from './online-retail/run.js'
export {
  type Connection,
  type TemporaryServer,
  startTemporaryServer,
} from './server/temporary-server.js'
export { type KnownQuestion, type KnownSample, KNOWN_SAMPLES } from './command/known-samples.js'
export { loadLines } from './load/load-lines.js'
export { loadSample } from './load/load-sample.js'
export type { Way } from './sample/question.js'
export { type SampleSize, type SampleFacts } from './sample/sample.js'
export { type TimedAnswer, timed } from './sample/timed.js'
export { findSampleSet } from './load/sample-set.js'
export { ordersSample } from './orders/orders-sample.js'
export * as orderTables from './orders/order-tables.js'
export * as consumerQuestions from './orders/questions/consumer-questions.js'
export * as sellerQuestions from './orders/questions/seller-questions.js'
export * as platformQuestions from './orders/questions/platform-questions.js'
export * as orderKeyReads from './orders/questions/key-reads.js'
export { orderDetail } from './orders/questions/order-detail.js'
export { basketPartners } from './orders/questions/basket-job.js'
export { repeatBuyers } from './orders/questions/repeat-job.js'
