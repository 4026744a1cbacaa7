import type { Shop } from './shop.js'

/** The centre of the manual's example. */
export const CENTRE = { latitude: 36.76613, longitude: 111.41461 } as const

const METRES_PER_DEGREE = 111_195

const milkTea = (
  number: number,
  metresNorth: number,
  score: number,
  averagePrice: number,
  type = '奶茶',
): Shop => ({
  id: `planted/milk-tea-${number}`,
  name: `奶茶铺${number}号`,
  type,
  city: '霍州',
  latitude: Number((CENTRE.latitude + metresNorth / METRES_PER_DEGREE).toFixed(6)),
  longitude: CENTRE.longitude,
  score,
  averagePrice,
})

const hangzhou = (number: number, name: string, score: number, city = '杭州'): Shop => ({
  id: `planted/hangzhou-${number}`,
  name,
  type: '餐馆',
  city,
  latitude: 30.25 + number / 1000,
  longitude: 120.16,
  score,
  averagePrice: 60,
})

/** On both sides of every bound of the manual's two questions. */
export const PLANTED_SHOPS: readonly Shop[] = [
  milkTea(1, 10, 4.1, 18),
  milkTea(2, -950, 4.9, 100),
  milkTea(3, 990, 3.2, 12),
  milkTea(4, 1_010, 5, 15),
  milkTea(5, 300, 5, 101),
  milkTea(6, -400, 4.9, 20),
  milkTea(7, 200, 5, 25, '咖啡'),
  hangzhou(1, '沈家面馆', 4.2),
  hangzhou(2, '沈家小吃', 4.8),
  hangzhou(3, '沈氏面馆', 5),
  hangzhou(4, '老沈家', 4.9),
  hangzhou(5, '沈家酒楼', 5, '上海'),
]
