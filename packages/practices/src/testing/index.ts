export { type CardOrder, cardOrders, reversedOrders, sampleOf } from './card-orders.js'
