export { type CardOrder, cardFile, cardOrders, reversedOrders, sampleOf } from './card-orders.js'
export { startTestClient } from './test-client.js'
