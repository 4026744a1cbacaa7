import { type MapView, type Size, projectionOf } from '../mercator.js'

/** A tile in the world: at zoom n the world is 2^n tiles wide, and may be seen several times. */
export interface TilePlace {
  readonly zoom: number
  /** Counted from the world in the middle; negative in the one to the west. */
  readonly column: number
  readonly row: number
}

/** What a file of tiles has. */
export interface TileRange {
  readonly zoomMin: number
  readonly zoomMax: number
  /** As wide as a tile is meant to be shown. */
  readonly pixels: number
}

const WORLD_PIXELS = 256

/** The tiles that a view shows: none where the file has only closer ones, and its closest ones grow. */
export function tilesOf(view: MapView, size: Size, range: TileRange): readonly TilePlace[] {
  const meant = Math.round(view.zoom - Math.log2(range.pixels / WORLD_PIXELS))
  const zoom = Math.min(meant, range.zoomMax)
  if (zoom < range.zoomMin || size.width === 0) return []
  const { scale, origin } = projectionOf(view, size)
  const pixels = scale / 2 ** zoom
  const last = 2 ** zoom - 1
  const columns = between(origin.x / pixels, (origin.x + size.width) / pixels)
  const rows = between(origin.y / pixels, (origin.y + size.height) / pixels)
  return rows
    .filter((row) => row >= 0 && row <= last)
    .flatMap((row) => columns.map((column) => ({ zoom, column, row })))
}

function between(from: number, to: number): readonly number[] {
  const first = Math.floor(from)
  return Array.from({ length: Math.ceil(to) - first }, (_, at) => first + at)
}

/** The tile of the file, whichever world it is seen in. */
export const columnInFile = ({ zoom, column }: TilePlace): number => {
  const columns = 2 ** zoom
  return ((column % columns) + columns) % columns
}

/** The tile around this one, so many zooms further out. */
export const around = ({ zoom, column, row }: TilePlace, zooms: number): TilePlace => ({
  zoom: zoom - zooms,
  column: Math.floor(column / 2 ** zooms),
  row: Math.floor(row / 2 ** zooms),
})
