import type { Draws } from '../../generate/draws.js'
import { SURNAMES } from '../../generate/people.js'
import type { City } from '../../places/cities.js'
import type { ShopType } from './shop-types.js'

/** 家 most often: a family's shop. */
const FAMILIES = ['{}家', '{}家', '{}记', '老{}家', '{}氏', '小{}']
const WORDS = [
  '云上 山野 花间 半日 三味 一点 春风 青禾 慢慢 南巷 北街 老地方 好时光 西湖边 小满 清和'.split(
    ' ',
  ),
  '阿甘 大碗 百味 福满 金福 鸿运 龙凤 四季 五谷 江南 蜀香 湘村 老城 东坡 月光 星空'.split(' '),
].flat()
const ADJECTIVES =
  'Blue Green Golden Little Old Happy Quiet Lucky Silver Corner Morning Northern Red Sunny'.split(
    ' ',
  )
const NOUNS = 'Door Lantern River Garden Bridge Moon Pine Stone Harbour Sparrow Kettle Lane'.split(
  ' ',
)

/** Of Chinese shops, how many are called after a family. */
const FAMILY_SHARE = 0.4

/** A name in the language of the city; "沈家面馆（城东店）" or "Blue Door Coffee". */
export const shopNameOf = (city: City, type: ShopType, district: string, draws: Draws): string => {
  if (!city.isChinese) {
    return `${draws.pick(ADJECTIVES)} ${draws.pick(NOUNS)} ${draws.pick(type.nounsEn)}`
  }
  const isFamily = draws.chance(FAMILY_SHARE)
  const owner = isFamily
    ? draws.pick(FAMILIES).replace('{}', draws.pick(SURNAMES))
    : draws.pick(WORDS)
  return `${owner}${draws.pick(type.nouns)}（${district}店）`
}
