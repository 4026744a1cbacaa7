/** The types that shops of the sample have, the most frequent first; words of the rows, in any language. */
export const SHOP_TYPES: readonly string[] =
  '餐馆 小吃 便利店 奶茶 咖啡 面馆 火锅 服装 甜品 药店 烧烤 酒店 书店 茶叶 酒吧'.split(' ')
