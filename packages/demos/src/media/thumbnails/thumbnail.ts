import type { Box, Face, MediaFile, Tag } from '../rows/media-file.js'
import { wideTagOf } from '../rows/tag-tree.js'
import { type Canvas, type Palette, paletteOf } from './palette.js'
import { audioBars, pageLines, playMark, sceneOf } from './scenes.js'

const LONG_SIDE = 160
/** Documents and sounds have no picture. */
const SQUARE = 120
const LABEL_MAX = 12

/**
 * A small picture of a file as SVG, drawn from its tags, faces and boxes alone: equal files have equal pictures, and
 * nothing is loaded from anywhere.
 */
export function thumbnailOf(file: MediaFile): string {
  const canvas = canvasOf(file)
  const [first] = file.tags
  const colours = paletteOf(first?.tag ?? file.type, first === undefined ? '' : wideTagOf(first))
  const { width, height } = canvas
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(file.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${colours.back}"/>`,
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
  const { left, top, width, height } = scaled({ x, y, w, h }, canvas)
  const { front, line } = paletteOf(tag.tag, wideTagOf(tag))
  return [
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="4" fill="${front}" ` +
      `fill-opacity="0.55" stroke="${line}" stroke-opacity="${tag.score.toFixed(2)}"/>`,
  ]
}

/** A head with shoulders, in the colour of the person. */
function faceShape(face: Face, canvas: Canvas): string {
  const { left, top, width, height } = scaled(face, canvas)
  const { front, line } = paletteOf(face.person, face.person)
  const middle = left + width / 2
  const head = Math.min(width, height) * 0.32
  return (
    `<ellipse cx="${round(middle)}" cy="${round(top + height)}" rx="${round(width / 2)}" ` +
    `ry="${round(height * 0.4)}" fill="${line}"/>` +
    `<circle cx="${round(middle)}" cy="${round(top + height * 0.38)}" r="${round(head)}" ` +
    `fill="${front}" stroke="${line}"/>`
  )
}

function scaled({ x, y, w, h }: Box, { width, height }: Canvas) {
  return {
    left: round(x * width),
    top: round(y * height),
    width: round(w * width),
    height: round(h * height),
  }
}

function labelOf(
  tag: Tag | undefined,
  { width, height }: Canvas,
  { line }: Palette,
): readonly string[] {
  if (tag === undefined) return []
  const text = Array.from(tag.tag).slice(0, LABEL_MAX).join('')
  return [
    `<text x="${width - 6}" y="${height - 6}" text-anchor="end" font-size="11" ` +
      `font-family="sans-serif" fill="#fff" stroke="${line}" stroke-width="2.5" ` +
      `paint-order="stroke">${escaped(text)}</text>`,
  ]
}

const round = (value: number): number => Math.round(value * 10) / 10

/** A tag or a title may hold anything that a user can write. */
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"'\p{Cc}]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`)
