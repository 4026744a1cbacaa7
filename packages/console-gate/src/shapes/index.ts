export type * from './answers.js'
export { type Lossless, LosslessError, readLossless, writeLossless } from './lossless-json.js'
export type * from './overview.js'
export type * from './session.js'
