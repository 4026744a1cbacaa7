import type { Draws } from './draws.js'

export const SURNAMES = Array.from(
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕',
)
const GIVEN = Array.from(
  '伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂兰文辉玲鹏华红云峰雪梅林海燕宇浩晨轩子涵欣怡诗雨嘉琪思远博',
)
const FIRST_NAMES =
  'Ada Ben Clara David Emma Felix Grace Henry Iris Jack Kate Leo Mia Noah Olive Paul Rose Tess'.split(
    ' ',
  )
const LAST_NAMES =
  'Adams Baker Clark Davis Evans Foster Green Hill Irwin Jones King Lewis Moore Nash Owen'.split(
    ' ',
  )

/** Of so many names one is English. */
const ENGLISH_SHARE = 0.1

/** The name of a person, mostly Chinese. No person of that name is meant. */
export function personName(draws: Draws): string {
  if (draws.chance(ENGLISH_SHARE)) return `${draws.pick(FIRST_NAMES)} ${draws.pick(LAST_NAMES)}`
  const given = draws.pick(GIVEN)
  return draws.pick(SURNAMES) + given + (draws.chance(0.7) ? draws.pick(GIVEN) : '')
}
