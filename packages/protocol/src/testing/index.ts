export * from './search-query-arbitraries.js'
export * from './signed-request.js'
