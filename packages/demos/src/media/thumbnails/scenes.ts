import type { MediaFile } from '../rows/media-file.js'
import { wideTagOf } from '../rows/tag-tree.js'
import { type Canvas, type Palette, angleOf } from './palette.js'
import { path, shape } from './svg.js'

type Painter = (canvas: Canvas, colours: Palette, turn: number) => readonly string[]

/** What stands behind the boxes of a picture. */
export function sceneOf(file: MediaFile, canvas: Canvas, colours: Palette): readonly string[] {
  const [first] = file.tags
  const wide = first === undefined ? '' : wideTagOf(first)
  const [, paint] = SCENES.find(([names]) => names.split(' ').includes(wide)) ?? ['', paintThings]
  return paint(canvas, colours, angleOf(file.id))
}

/** A sun over two hills. */
const paintHills: Painter = ({ width: w, height: h }, { middle, front }, turn) => [
  shape('circle', {
    cx: w * (0.2 + turn / 600),
    cy: h * 0.28,
    r: h * 0.11,
    fill: '#fff',
    'fill-opacity': '0.8',
  }),
  path(
    [
      'M',
      0,
      h * 0.7,
      'Q',
      w * 0.3,
      h * 0.35,
      w * 0.62,
      h * 0.72,
      'T',
      w,
      h * 0.6,
      'V',
      h,
      'H',
      0,
      'Z',
    ],
    middle,
  ),
  path(['M', 0, h * 0.86, 'Q', w * 0.4, h * 0.62, w, h * 0.88, 'V', h, 'H', 0, 'Z'], front),
]

const TOWERS = 6

/** Houses of different heights. */
const paintTowers: Painter = ({ width: w, height: h }, { middle, front }, turn) =>
  Array.from({ length: TOWERS }, (_, nth) => {
    const height = h * (0.3 + (((turn + 47) * (nth + 3)) % 50) / 100)
    const width = w / TOWERS
    const fill = nth % 2 === 0 ? middle : front
    return shape('rect', { x: nth * width, y: h - height, width: width * 0.9, height, fill })
  })

const LIGHTS = 7

/** Lights out of focus, behind people. */
const paintLights: Painter = ({ width: w, height: h }, { middle, front }, turn) =>
  Array.from({ length: LIGHTS }, (_, nth) => {
    const cx = (w * (((turn + 13) * (nth + 5) * 37) % 100)) / 100
    const cy = (h * (((turn + 29) * (nth + 2) * 53) % 100)) / 100
    const fill = nth % 2 === 0 ? middle : front
    return shape('circle', { cx, cy, r: h * (0.07 + nth * 0.012), fill, 'fill-opacity': '0.45' })
  })

/** A thing on a table. */
const paintThings: Painter = ({ width: w, height: h }, { middle, front }, turn) => {
  const side = Math.min(w, h) * 0.42
  const [x, y] = [(w - side) / 2, h * 0.78 - side]
  const rx = (side * (turn % 50)) / 100
  return [
    shape('rect', { y: h * 0.72, width: w, height: h * 0.28, fill: middle }),
    shape('rect', { x, y, width: side, height: side, rx, fill: front }),
  ]
}

const SCENES: readonly (readonly [wideTags: string, Painter])[] = [
  ['风景 植物 天气 动物', paintHills],
  ['建筑 交通 地点', paintTowers],
  ['人物 情绪 节日 活动 运动', paintLights],
]

const BARS = 16

export const audioBars = (
  id: string,
  { width: w, height: h }: Canvas,
  { front }: Palette,
): readonly string[] => {
  const turn = angleOf(id)
  const step = (w * 0.8) / BARS
  return Array.from({ length: BARS }, (_, nth) => {
    const height = h * (0.15 + (((turn + 31) * (nth + 7) * 17) % 60) / 100)
    const place = { x: w * 0.1 + nth * step, y: (h - height) / 2 }
    return shape('rect', { ...place, width: step * 0.6, height, rx: 2, fill: front })
  })
}

const LINES = 6

export const pageLines = (
  { width: w, height: h }: Canvas,
  { middle, line }: Palette,
): readonly string[] => {
  const page = { x: w * 0.22, y: h * 0.1, width: w * 0.56, height: h * 0.8, rx: 3 }
  const lines = Array.from({ length: LINES }, (_, nth) => {
    const width = w * (nth === 0 ? 0.25 : 0.42)
    return shape('rect', { x: w * 0.29, y: h * (0.2 + nth * 0.11), width, height: 3, fill: middle })
  })
  return [shape('rect', { ...page, fill: '#fff', stroke: line }), ...lines]
}

export const playMark = ({ width: w, height: h }: Canvas): string => {
  const r = Math.min(w, h) * 0.14
  const [cx, cy] = [w / 2, h / 2]
  const left = cx - r * 0.35
  return (
    shape('circle', { cx, cy, r, fill: '#000', 'fill-opacity': '0.55' }) +
    path(['M', left, cy - r / 2, 'L', cx + r * 0.6, cy, 'L', left, cy + r / 2, 'Z'], '#fff')
  )
}
