import { expectDefined } from '@rowhouse/platform'
import { movedBy, type Place } from '../../places/geometry.js'
import type { Street } from './streets.js'

/** The centre of the manual's example, in the hills north of Linfen. */
export const QUARTER: Place = { latitude: 36.76613, longitude: 111.41461 }
export const QUARTER_CITY = '临汾'
export const QUARTER_NAME = '示范街区'

const BLOCK = 150
/** Streets to each side of the one through the centre. */
const STREETS = 6
const REACH = 880
const NAMES_ALONG =
  '东风路 光华路 朝阳路 学府路 中正路 和平路 示范大道 文昌路 青年路 建国路 迎春路 平安路 永安路'
const NAMES_ACROSS =
  '一马路 二马路 三马路 四马路 五马路 六马路 中心街 七马路 八马路 九马路 十马路 南马路 北马路'

/** Made streets in a grid: seven to the north, seven to the east. */
const lines = (names: string, isAlong: boolean): Street[] =>
  names.split(' ').map((name, nth) => {
    const offset = (nth - STREETS) * BLOCK
    const half = Math.sqrt(1_100 ** 2 - offset ** 2)
    const line: readonly [Place, Place] = isAlong
      ? [movedBy(QUARTER, offset, -half), movedBy(QUARTER, offset, half)]
      : [movedBy(QUARTER, -half, offset), movedBy(QUARTER, half, offset)]
    return { name, line, origin: 'generated' }
  })

export const quarterStreets = (): readonly Street[] => [
  ...lines(NAMES_ALONG, true),
  ...lines(NAMES_ACROSS, false),
]

/** The golden angle spreads places evenly over a circle. */
const TURN = Math.PI * (3 - Math.sqrt(5))
const PLACES = 300

/** The nth place of the quarter, at one of its streets and less than a kilometre from its centre. */
export const quarterPlace = (nth: number): Place & { readonly street: string } => {
  const radius = REACH * Math.sqrt(((nth % PLACES) + 0.5) / PLACES)
  const [north, east] = [radius * Math.cos(nth * TURN), radius * Math.sin(nth * TURN)]
  const isAlong = nth % 2 === 0
  const block = Math.round((isAlong ? north : east) / BLOCK)
  const names = (isAlong ? NAMES_ALONG : NAMES_ACROSS).split(' ')
  const street = expectDefined(names[block + STREETS], 'a street of the quarter')
  const place = isAlong
    ? movedBy(QUARTER, block * BLOCK, east)
    : movedBy(QUARTER, north, block * BLOCK)
  return { ...place, street }
}
