import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSigned } from '../../gate/use-gate.js'
import { useReading } from '../../texts/use-texts.js'
import type { MapView, Size } from '../mercator.js'
import type { PlacedTile } from './paint-tiles.js'
import type { TileDrawing } from './tile-drawing.js'
import { type TilePlace, around, columnInFile, tilesOf } from './tile-cover.js'

interface Tiles {
  readonly tiles: readonly PlacedTile[]
  /** Whom the file thanks for its data. */
  readonly source: string
}

/** The tiles below a map, from the server's file; none without one. What reads them is loaded with it. */
export function useTiles(view: MapView, size: Size): Tiles {
  const { gate, session } = useSigned()
  const { language } = useReading()
  const queries = useQueryClient()
  const file = useQuery({
    queryKey: ['map-file', language],
    enabled: session.hasMap,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { openTileMap } = await import('./open-tile-map.js')
      return openTileMap((...piece) => gate.mapPiece(...piece), language)
    },
  }).data
  const wanted = useMemo(
    () => (file === undefined ? [] : tilesOf(view, size, file)),
    [file, view, size],
  )
  const drawings = useQueries({
    queries: wanted.map((place) => ({
      queryKey: keyOf(place, language),
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
      queryFn: ({ signal }: { signal: AbortSignal }) => file?.tile(place, signal) ?? null,
    })),
    combine: dataOf,
  })
  const tiles = useMemo(
    () => wanted.flatMap((place, at) => placed(queries, language, place, drawings[at])),
    [queries, language, wanted, drawings],
  )
  return { tiles: useMemo(() => inOrder(tiles), [tiles]), source: file?.source ?? '' }
}

type Found = TileDrawing | null | undefined

const dataOf = (results: readonly { readonly data: Found }[]): readonly Found[] =>
  results.map(({ data }) => data)

const keyOf = (place: TilePlace, language: string) => [
  'map-tile',
  language,
  place.zoom,
  columnInFile(place),
  place.row,
]

/** How many zooms further out a tile may be that stands in for one that is not there yet. */
const STANDING_IN = 4

function placed(
  queries: QueryClient,
  language: string,
  place: TilePlace,
  drawing: Found,
): readonly PlacedTile[] {
  if (drawing === null) return []
  if (drawing !== undefined) return [{ place, drawing }]
  for (let zooms = 1; zooms <= STANDING_IN && zooms <= place.zoom; zooms += 1) {
    const outer = around(place, zooms)
    const found = queries.getQueryData<TileDrawing | null>(keyOf(outer, language))
    if (found !== undefined && found !== null) return [{ place: outer, drawing: found }]
  }
  return []
}

function inOrder(tiles: readonly PlacedTile[]): readonly PlacedTile[] {
  const distinct = new Map(tiles.map((tile) => [keyOf(tile.place, '').join(), tile]))
  return [...distinct.values()].toSorted((a, b) => a.place.zoom - b.place.zoom)
}
