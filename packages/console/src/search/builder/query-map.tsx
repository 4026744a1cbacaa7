import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSigned } from '../../gate/use-gate.js'
import { AreaTools } from '../../map/area-tools.js'
import { type DrawnArea, outlineOf } from '../../map/drawn-area.js'
import { GeoMap } from '../../map/geo-map.js'
import { type MapView, viewOf } from '../../map/mercator.js'
import type { DataObject } from '../forms/form.js'
import { textOfValue } from '../forms/searchable-fields.js'
import { hitsRequest } from '../page-requests.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { areaOfQuery, placeOfText, queryOfArea } from './area-query.js'
import { useBuilding } from './builder-context.js'

const SIZE = { width: 700, height: 320 }
const WORLD: MapView = { centre: { latitude: 20, longitude: 20 }, zoom: 1 }
/** A cluster of one place, so that nobody takes it for a numbered row. */
const DOT_WEIGHT = 0.2
const CUT = 64

/** A query for places as an area on a map, among some of the places that the index has. */
export function QueryMap({
  query,
  change,
}: {
  query: DataObject
  change: (query: DataObject) => void
}) {
  const texts = useSearchTexts().builder
  const fieldName = textOfValue(query['fieldName'])
  const places = useSomePlaces(fieldName)
  const area = areaOfQuery(query)
  const [moved, setMoved] = useState<MapView>()
  if (places.data === undefined && places.error === null) return null
  const known = places.data ?? []
  const view = moved ?? firstView(area, known) ?? WORLD
  const draw = (drawn: DrawnArea | undefined): void => {
    setMoved(view)
    if (drawn !== undefined) change(queryOfArea(drawn, fieldName))
  }
  return (
    <div className="query-map">
      <GeoMap
        label={`${texts.map}: ${fieldName}`}
        view={view}
        onView={setMoved}
        marks={known.map((place, at) => ({
          id: String(at),
          kind: 'cluster',
          place,
          text: '',
          label: `${place.latitude}, ${place.longitude}`,
          weight: DOT_WEIGHT,
        }))}
        area={area}
        onArea={draw}
      >
        <AreaTools view={view} area={area} onArea={draw} />
      </GeoMap>
    </div>
  )
}

/** Where the area lies, unless it is still where none is drawn on purpose. */
function firstView(
  area: DrawnArea | undefined,
  places: Parameters<typeof viewOf>[0],
): MapView | undefined {
  const outline = area === undefined ? [] : outlineOf(area)
  const isUntouched = outline.every(
    ({ latitude, longitude }) => Math.abs(latitude) <= 1 && Math.abs(longitude) <= 1,
  )
  return viewOf(isUntouched && places.length > 0 ? places : outline, SIZE)
}

/** The places of the first rows that have one. */
function useSomePlaces(fieldName: string) {
  const { gate } = useSigned()
  const { place } = useBuilding()
  return useQuery({
    queryKey: ['some-places', place.instance, place.table, place.index, fieldName],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const search = { query: { kind: 'exists', fieldName }, columns: [fieldName] }
      const { answer } = await gate.ask(place.instance, hitsRequest(place, search, 0), {
        signal,
        cut: CUT,
      })
      return answer.rows.flatMap(({ columns }) => {
        const value = columns[0]?.value
        return typeof value === 'string' ? (placeOfText(value) ?? []) : []
      })
    },
  })
}
