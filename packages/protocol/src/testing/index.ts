export * from './signed-request.js'
