import type { MapColours, Painting } from '../paint-map.js'
import type { TilePlace } from './tile-cover.js'
import {
  type LineKind,
  type TileDrawing,
  type TileName,
  fillKinds,
  lineKinds,
} from './tile-drawing.js'

/** A tile with its place. Those further out come first: they stand in for what is not there yet. */
export interface PlacedTile {
  readonly place: TilePlace
  readonly drawing: TileDrawing
}

interface Square {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Paints tiles over the coastlines; their names are painted by paintNames, above everything. */
export function paintTiles(painting: Painting, tiles: readonly PlacedTile[]): void {
  for (const { place, drawing } of tiles) paintTile(painting, squareOf(painting, place), drawing)
}

/** On whole pixels, so that no seam is seen between two tiles. */
function squareOf({ projection }: Painting, { zoom, column, row }: TilePlace): Square {
  const pixels = projection.scale / 2 ** zoom
  const { x, y } = projection.origin
  const left = Math.round(column * pixels - x)
  const top = Math.round(row * pixels - y)
  const width = Math.round((column + 1) * pixels - x) - left
  return { left, top, width, height: Math.round((row + 1) * pixels - y) - top }
}

function paintTile(painting: Painting, square: Square, drawing: TileDrawing): void {
  const { context, colours, zoom } = painting
  const { left, top, width, height } = square
  if (drawing.kind === 'image') {
    context.drawImage(drawing.image, left, top, width, height)
    return
  }
  context.save()
  context.beginPath()
  context.rect(left, top, width, height)
  context.clip()
  context.fillStyle = colours[drawing.ground]
  context.fillRect(left, top, width, height)
  context.translate(left, top)
  context.scale(width / drawing.extent, height / drawing.extent)
  for (const kind of fillKinds) {
    const path = drawing.fills.get(kind)
    if (path === undefined) continue
    context.fillStyle = colours[kind]
    context.fill(path, 'evenodd')
  }
  context.lineCap = 'round'
  context.lineJoin = 'round'
  const unit = drawing.extent / width
  for (const isEdge of [true, false]) {
    for (const kind of lineKinds) {
      const path = drawing.lines.get(kind)
      const pixels = LINE_PIXELS[kind](zoom)
      if (path === undefined || pixels < LEAST_PIXELS) continue
      context.strokeStyle = lineColour(colours, kind, isEdge)
      context.lineWidth = (isEdge ? pixels + EDGE_PIXELS : pixels) * unit
      context.stroke(path)
    }
  }
  context.restore()
}

/** Streets have an edge, or they would not be seen on land. */
const EDGE_PIXELS = 1.5
/** Thinner lines are left out. */
const LEAST_PIXELS = 0.5

const LINE_PIXELS: Readonly<Record<LineKind, (zoom: number) => number>> = {
  stream: (zoom) => Math.min(3, (zoom - 9) * 0.4),
  minor: (zoom) => Math.min(14, (zoom - 12.5) * 1.6),
  major: (zoom) => Math.min(20, (zoom - 6) * 0.55),
}

function lineColour(colours: MapColours, kind: LineKind, isEdge: boolean): string {
  if (kind === 'stream') return colours.water
  return isEdge ? colours.edge : colours.street
}

const STREET_NAMES_FROM = 15
/** Places have a higher rank than streets. */
const PLACE_RANK = 50

interface ShownName extends TileName {
  readonly left: number
  readonly top: number
}

/** Names by their rank, each only where it meets no other. */
export function namesOf(painting: Painting, tiles: readonly PlacedTile[]): readonly ShownName[] {
  const names = tiles.flatMap(({ place, drawing }) => {
    if (drawing.kind === 'image') return []
    const { left, top, width, height } = squareOf(painting, place)
    return drawing.names.map((name) => ({
      ...name,
      left: left + name.x * width,
      top: top + name.y * height,
    }))
  })
  const shown: ShownName[] = []
  for (const name of names.toSorted((a, b) => b.rank - a.rank)) {
    if (name.rank < PLACE_RANK && painting.zoom < STREET_NAMES_FROM) continue
    if (shown.every((other) => !meets(name, other))) shown.push(name)
  }
  return shown
}

const LETTER_PIXELS = 8
const APART_PIXELS = 22

const meets = (a: ShownName, b: ShownName): boolean =>
  Math.abs(a.top - b.top) < APART_PIXELS &&
  Math.abs(a.left - b.left) < ((a.text.length + b.text.length) * LETTER_PIXELS) / 2 + APART_PIXELS

/** Never upside down. */
export const readableAngle = (angle: number): number =>
  Math.abs(angle) > Math.PI / 2 ? angle + Math.PI : angle

export const isOfPlace = ({ rank }: TileName): boolean => rank >= PLACE_RANK
