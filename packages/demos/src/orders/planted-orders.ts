import type { Order } from './order.js'

const planted = (
  number: number,
  consumer: string,
  count: number,
  priceMills: number,
  month: number,
): Order => ({
  id: `planted-${String(number).padStart(4, '0')}`,
  consumer,
  product: `p${String(number).padStart(4, '0')}`,
  productName: number % 2 === 0 ? 'planted computer' : 'planted teapot',
  country: 'Nowhere',
  count,
  priceMills,
  createTime: Date.UTC(2011, month, 15, 12),
})

/** Consumer c0001 on both sides of 99.99 and on it, and a neighbour who must not be found. */
export const PLANTED_ORDERS: readonly Order[] = [
  planted(1, 'c0001', 1, 99_990, 0),
  planted(2, 'c0001', 1, 99_980, 1),
  planted(3, 'c0001', 3, 50_000, 2),
  planted(4, 'c0001', 1, 100_000, 3),
  planted(5, 'c0001', 2, 49_990, 4),
  planted(6, 'c0001', 10, 1_000_000, 5),
  planted(7, 'c0002', 1, 99_990, 6),
  planted(8, 'c00011', 1, 250_000, 7),
]
