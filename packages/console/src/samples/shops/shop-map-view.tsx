import { cellOfGeohash } from '@rowhouse/demos/geo-cell'
import type { AskedMap } from '@rowhouse/console-gate/shapes'
import { type ReactNode, useMemo } from 'react'
import type { DrawnArea } from '../../map/drawn-area.js'
import { GeoMap } from '../../map/geo-map.js'
import type { MapMark } from '../../map/map-marks.js'
import { type MapView, type Size, zoomedAt } from '../../map/mercator.js'
import type { MapGround, MapShading } from '../../map/paint-map.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import type { SamplePlace } from '../sample-frame.js'
import { useMapPart, useQuestion } from '../sample-gate.js'
import { type FoundShop, cellsOfMap, showsDistricts } from './shop-asks.js'
import { type ShopsTexts, shopsTexts } from './shops-texts.js'

/** From here on shops are pins, and cells are only shades. */
const PIN_ZOOM = 15.5

interface ShopMapViewProps {
  readonly place: SamplePlace
  readonly view: MapView
  readonly onView: (view: MapView) => void
  readonly onSize: (size: Size) => void
  readonly box: AskedMap | undefined
  readonly shops: readonly FoundShop[]
  readonly chosen: string | undefined
  readonly choose: (id: string) => void
  readonly area: DrawnArea | undefined
  readonly onArea: ((area: DrawnArea) => void) | undefined
  readonly shading: MapShading
  readonly children: ReactNode
}

/** The map of all shops as clusters, of the found ones as pins. */
export function ShopMapView(props: ShopMapViewProps) {
  const { place, view, box, shops, area, shading } = props
  const texts = useRoomTexts(shopsTexts)
  const { language } = useReading()
  const part = useMapPart(place.instance, showsDistricts(view.zoom) ? box : undefined)
  const cells = useQuestion(
    place.instance,
    'shops',
    'cells-of-map',
    box && cellsOfMap(box, view.zoom),
  )
  const found = useMemo(
    () =>
      (cells.data?.answer ?? []).map(({ key, rows }) => {
        const cell = cellOfGeohash(key)
        return { key, count: rows, place: cell.middle, cell }
      }),
    [cells.data],
  )
  const ground = useMemo((): MapGround => {
    const { districts = [], streets = [] } = showsDistricts(view.zoom) ? (part.data ?? {}) : {}
    return { regions: districts, streets, density: found, shading }
  }, [part.data, found, shading, view.zoom])
  const clusters = view.zoom < PIN_ZOOM ? found : []
  const marks = [
    ...clusterMarks(clusters, texts, language),
    ...shops.map((shop, at): MapMark => {
      const label = texts.pin(at + 1, shop.name)
      return { id: shop.id, kind: 'pin', place: shop, text: String(at + 1), label }
    }),
  ]
  const onChoose = (id: string): void => {
    const cluster = clusters.find(({ key }) => key === id)
    if (cluster === undefined) props.choose(id)
    else props.onView(zoomedAt({ ...view, centre: cluster.place }, 2, { x: 0, y: 0 }))
  }
  return (
    <GeoMap
      label={texts.map}
      view={view}
      onView={props.onView}
      onSize={props.onSize}
      ground={ground}
      marks={marks}
      chosen={props.chosen}
      onChoose={onChoose}
      area={area}
      onArea={props.onArea}
    >
      {props.children}
    </GeoMap>
  )
}

interface Cluster {
  readonly key: string
  readonly count: number
  readonly place: MapMark['place']
}

const clusterMarks = (
  clusters: readonly Cluster[],
  texts: ShopsTexts,
  language: string,
): readonly MapMark[] => {
  const most = Math.max(1, ...clusters.map(({ count }) => count))
  return clusters.map(({ key, count, place }) => {
    const number = count.toLocaleString(language)
    return {
      id: key,
      kind: 'cluster',
      place,
      text: count < SHORT_FROM ? number : shortened(count, language),
      label: texts.cluster(number),
      weight: count / most,
    }
  })
}

/** Longer numbers do not fit into their circles. */
const SHORT_FROM = 10_000

const shortened = (count: number, language: string): string =>
  count.toLocaleString(language, { notation: 'compact', maximumFractionDigits: 1 })
