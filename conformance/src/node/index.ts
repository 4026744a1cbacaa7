/** The official SDK with types, for other suites. */
export { Client } from './client.js'
export type { Connection } from './environment.js'
export * from './search-client.js'
export * from './search-shapes.js'
export { column } from './filters.js'
export { asServiceError, ServiceError } from './service-error.js'
export { AUTO_INCREMENT, INF_MAX, INF_MIN, type Key, latest, type Value } from './values.js'
