import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles, TileType } from 'pmtiles'
import type { TileDrawing, TileName } from './tile-drawing.js'
import { type TilePlace, type TileRange, columnInFile } from './tile-cover.js'
import { type ShapeFacts, fillOf, lineOf, nameOf, rankOf } from './tile-styles.js'

/** Reads a part of the server's file of tiles. */
type ReadPiece = (from: number, length: number, signal?: AbortSignal) => Promise<ArrayBuffer>

interface TileMap extends TileRange {
  /** Whom the file thanks for its data. */
  readonly source: string
  /** Null for a tile that the file does not have. */
  tile(place: TilePlace, signal: AbortSignal): Promise<TileDrawing | null>
}

const IMAGES: readonly TileType[] = [TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif]
const VECTOR_PIXELS = 512
const IMAGE_PIXELS = 256

/** Opens the server's file of tiles, of shapes or of images. */
export async function openTileMap(read: ReadPiece, language: string): Promise<TileMap> {
  const file = new PMTiles({
    getKey: () => 'map',
    getBytes: async (from, length, signal) => ({ data: await read(from, length, signal) }),
  })
  const { tileType, minZoom, maxZoom } = await file.getHeader()
  const isImage = IMAGES.includes(tileType)
  if (!isImage && tileType !== TileType.Mvt) throw new Error('the map has tiles of another kind')
  return {
    zoomMin: minZoom,
    zoomMax: maxZoom,
    pixels: isImage ? IMAGE_PIXELS : VECTOR_PIXELS,
    source: sourceOf(await file.getMetadata()),
    tile: async (place, signal) => {
      const found = await file.getZxy(place.zoom, columnInFile(place), place.row, signal)
      if (found === undefined) return null
      if (isImage) return { kind: 'image', image: await createImageBitmap(new Blob([found.data])) }
      return drawingOf(new VectorTile(new PbfReader(found.data)), language)
    },
  }
}

/** Files write it as HTML, of which the text is taken. */
function sourceOf(metadata: unknown): string {
  if (typeof metadata !== 'object' || metadata === null || !('attribution' in metadata)) return ''
  const page = new DOMParser().parseFromString(String(metadata.attribution), 'text/html')
  return page.body.textContent.trim()
}

const USUAL_EXTENT = 4_096

function drawingOf({ layers }: VectorTile, language: string): TileDrawing {
  const fills = new Map<NonNullable<ReturnType<typeof fillOf>>, Path2D>()
  const lines = new Map<NonNullable<ReturnType<typeof lineOf>>, Path2D>()
  const names = new Map<string, TileName>()
  let extent = USUAL_EXTENT
  for (const [layer, shapes] of Object.entries(layers)) {
    extent = shapes.extent
    for (let at = 0; at < shapes.length; at += 1) {
      const shape = shapes.feature(at)
      const facts: ShapeFacts = { layer, properties: shape.properties }
      const fill = shape.type === AREA ? fillOf(facts) : undefined
      if (fill !== undefined) add(fills, fill, shape, true)
      const line = shape.type === LINE ? lineOf(facts) : undefined
      if (line !== undefined) add(lines, line, shape, false)
      const name = shape.type === AREA ? undefined : namedShape(shape, facts, language)
      if (name !== undefined && !names.has(name.text)) names.set(name.text, name)
    }
  }
  // Where the file has no land of its own, whatever is no water is land.
  const ground = 'earth' in layers ? 'water' : 'land'
  return { kind: 'shapes', extent, ground, fills, lines, names: [...names.values()] }
}

const LINE = 2
const AREA = 3

function add<Kind>(
  paths: Map<Kind, Path2D>,
  kind: Kind,
  shape: VectorTileFeature,
  isClosed: boolean,
): void {
  const path = paths.get(kind) ?? new Path2D()
  paths.set(kind, path)
  for (const points of shape.loadGeometry()) {
    for (const [at, { x, y }] of points.entries()) {
      if (at === 0) path.moveTo(x, y)
      else path.lineTo(x, y)
    }
    if (isClosed) path.closePath()
  }
}

function namedShape(
  shape: VectorTileFeature,
  facts: ShapeFacts,
  language: string,
): TileName | undefined {
  const rank = rankOf(facts)
  const text = nameOf(facts, language)
  if (rank === undefined || text === undefined) return undefined
  const [points = []] = shape.loadGeometry()
  const middle = points[Math.floor(points.length / 2)]
  const before = points[Math.floor(points.length / 2) - 1] ?? middle
  if (middle === undefined || before === undefined) return undefined
  const x = (middle.x + before.x) / 2 / shape.extent
  const y = (middle.y + before.y) / 2 / shape.extent
  // In the strip around a tile, which its neighbour names.
  if (x < 0 || x > 1 || y < 0 || y > 1) return undefined
  return { text, x, y, angle: Math.atan2(middle.y - before.y, middle.x - before.x), rank }
}
