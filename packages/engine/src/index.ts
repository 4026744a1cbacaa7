export type { Engine } from './engine.js'
export * from './capacity/capacity-meter.js'
export * from './capacity/capacity-units.js'
export { type EngineOptions, defaultEngineOptions } from './engine.js'
