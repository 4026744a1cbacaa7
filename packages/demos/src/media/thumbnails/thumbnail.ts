import type { Box, Face, MediaFile, Tag } from '../rows/media-file.js'
import { wideTagOf } from '../rows/tag-tree.js'
import { type Canvas, type Palette, paletteOf } from './palette.js'
import { audioBars, pageLines, playMark, sceneOf } from './scenes.js'
import { shape, textElement } from './svg.js'

const LONG_SIDE = 160
/** Documents and sounds have no picture. */
const SQUARE = 120
const LABEL_MAX = 12

/**
 * A small picture of a file as SVG, drawn from its tags, faces and boxes alone: equal files have equal
 * pictures, and nothing is loaded from anywhere.
 */
export function thumbnailOf(file: MediaFile): string {
  const canvas = canvasOf(file)
  const [first] = file.tags
  const colours = paletteOf(first?.tag ?? file.type, first === undefined ? '' : wideTagOf(first))
  const { width, height } = canvas
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    textElement('title', {}, file.title),
    shape('rect', { width, height, fill: colours.back }),
    ...pictureOf(file, canvas, colours),
    ...labelOf(first, canvas, colours),
    '</svg>',
  ].join('')
}

function canvasOf({ width, height }: MediaFile): Canvas {
  if (width === 0 || height === 0) return { width: SQUARE, height: SQUARE }
  const scale = LONG_SIDE / Math.max(width, height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function pictureOf(file: MediaFile, canvas: Canvas, colours: Palette): readonly string[] {
  if (file.type === 'audio') return audioBars(file.id, canvas, colours)
  if (file.type === 'document') return pageLines(canvas, colours)
  return [
    ...sceneOf(file, canvas, colours),
    ...file.tags.flatMap((tag) => tagShape(tag, canvas)),
    ...file.faces.map((face) => faceShape(face, canvas)),
    ...(file.type === 'video' ? [playMark(canvas)] : []),
  ]
}

/** Where the machine saw it. */
function tagShape(tag: Tag, canvas: Canvas): readonly string[] {
  const { x, y, w, h } = tag
  if (x === undefined || y === undefined || w === undefined || h === undefined) return []
  const { front, line } = paletteOf(tag.tag, wideTagOf(tag))
  const colours = { fill: front, 'fill-opacity': '0.55', stroke: line }
  return [shape('rect', { ...onCanvas({ x, y, w, h }, canvas), rx: 4, ...colours })]
}

/** A head with shoulders, in the colour of the person. */
function faceShape(face: Face, canvas: Canvas): string {
  const { x, y, width, height } = onCanvas(face, canvas)
  const { front, line } = paletteOf(face.person, face.person)
  const cx = x + width / 2
  const shoulders = { cx, cy: y + height, rx: width / 2, ry: height * 0.4 }
  const head = { cx, cy: y + height * 0.38, r: Math.min(width, height) * 0.32 }
  return (
    shape('ellipse', { ...shoulders, fill: line }) +
    shape('circle', { ...head, fill: front, stroke: line })
  )
}

const onCanvas = ({ x, y, w, h }: Box, { width, height }: Canvas) => ({
  x: x * width,
  y: y * height,
  width: w * width,
  height: h * height,
})

function labelOf(
  tag: Tag | undefined,
  { width, height }: Canvas,
  { line }: Palette,
): readonly string[] {
  if (tag === undefined) return []
  const place = { x: width - 6, y: height - 6, 'text-anchor': 'end' }
  const font = { 'font-size': 11, 'font-family': 'sans-serif' }
  const ink = { fill: '#fff', stroke: line, 'stroke-width': 2.5, 'paint-order': 'stroke' }
  const text = Array.from(tag.tag).slice(0, LABEL_MAX).join('')
  return [textElement('text', { ...place, ...font, ...ink }, text)]
}
