/** A type of shop: how often it occurs, what it costs per head, and how such shops are called. */
export interface ShopType {
  readonly name: string
  readonly share: number
  readonly priceFrom: number
  readonly priceTo: number
  readonly nouns: readonly string[]
  readonly nounsEn: readonly string[]
}

export const MILK_TEA = '奶茶'

const type = (
  name: string,
  share: number,
  [priceFrom, priceTo]: readonly [number, number],
  nouns: string,
  nounsEn: string,
): ShopType => ({
  name,
  share,
  priceFrom,
  priceTo,
  nouns: nouns.split(' '),
  nounsEn: nounsEn.split(', '),
})

/** The most frequent first. Shares add up to 100. */
export const SHOP_TYPES: readonly ShopType[] = [
  type('餐馆', 18, [35, 220], '饭店 酒楼 小馆 私房菜 家常菜', 'Kitchen, Table, Dining Room'),
  type('小吃', 13, [8, 40], '小吃 包子铺 煎饼 馄饨 烧饼', 'Snacks, Dumplings, Pancakes'),
  type('便利店', 11, [10, 60], '便利店 超市 百货', 'Corner Store, Mini Market'),
  type(MILK_TEA, 9, [12, 130], '奶茶 茶饮 鲜茶 果茶', 'Milk Tea, Tea Bar, Bubble Tea'),
  type('咖啡', 8, [18, 90], '咖啡 咖啡馆 烘焙咖啡', 'Coffee, Cafe, Roastery'),
  type('面馆', 7, [14, 60], '面馆 拉面 牛肉面 拌面', 'Noodles, Noodle House'),
  type('火锅', 6, [60, 260], '火锅 串串 铜锅涮肉', 'Hot Pot, Fondue House'),
  type('服装', 6, [80, 900], '服装 衣铺 裁缝店', 'Clothing, Tailor'),
  type('甜品', 5, [15, 80], '甜品 糖水铺 蛋糕', 'Sweets, Bakery, Desserts'),
  type('药店', 4, [20, 200], '药房 大药房 药铺', 'Pharmacy'),
  type('烧烤', 4, [40, 180], '烧烤 烤肉 烤串', 'Grill, Barbecue'),
  type('酒店', 3, [150, 1200], '酒店 客栈 宾馆', 'Hotel, Inn'),
  type('书店', 2, [20, 150], '书店 书屋 书局', 'Books, Bookshop'),
  type('茶叶', 2, [50, 600], '茶庄 茶行 茶叶店', 'Tea House, Tea Traders'),
  type('酒吧', 2, [60, 300], '酒吧 小酒馆', 'Bar, Tavern'),
]
