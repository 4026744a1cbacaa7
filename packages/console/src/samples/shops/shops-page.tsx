import { metresBetween, type Place } from '@rowhouse/demos/geometry'
import type { AskedMap } from '@rowhouse/console-gate/shapes'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DrawnArea } from '../../map/drawn-area.js'
import { AreaTools } from '../../map/area-tools.js'
import { type MapView, type Size, boxOf, pannedBy, viewOf } from '../../map/mercator.js'
import { ShadingChoice, shadingOf } from '../../map/shading-choice.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { parametersFrom, useSampleAddress } from '../sample-address.js'
import { SampleFrame, type SamplePlace } from '../sample-frame.js'
import { plantedOf } from '../sample-gate.js'
import { samplesTexts } from '../samples-texts.js'
import { FIRST_VIEW, type FoundShops, type ShopView, shopViews } from './shop-asks.js'
import { ShopDetail } from './shop-detail.js'
import { ShopMapView } from './shop-map-view.js'
import { ShopQuestions } from './shop-questions.js'
import { ShopStatistics } from './shop-statistics.js'
import './shops.css'
import { shopsTexts } from './shops-texts.js'

/** Shops on a map, beside the list of those that were found. */
export function ShopsPage({ instance }: { instance: string }) {
  return (
    <SampleFrame instance={instance} sample="shops">
      {(place) => <Shops place={place} />}
    </SampleFrame>
  )
}

const FAR_METRES = 100_000

function Shops({ place }: { place: SamplePlace }) {
  const shared = useRoomTexts(samplesTexts)
  const address = useSampleAddress()
  const shown: ShopView = shopViews.find((each) => each === address.of('view')) ?? 'nearby'
  const [view, setView] = useState<MapView>(() => viewFrom(address.of('at')) ?? FIRST_VIEW)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [found, setFound] = useState<FoundShops>()
  const area = areaFrom(address.of('area'))
  const shading = shadingOf(address.of('density'))
  const setArea = (changed: DrawnArea | undefined): void =>
    address.show({ area: changed && JSON.stringify(changed), view: 'area' }, true)
  const box = useCalmBox(view, size)
  const chosen = address.of('shop')
  const choose = (id: string): void => {
    address.show({ shop: id })
    setView(viewBeside(shopOf(found, id), view, size) ?? view)
  }
  const mayMove = useMoves(address.of('at') !== undefined)
  const fit = (shops: FoundShops): void => {
    setFound(shops)
    if (mayMove())
      setView(viewBeside(shopOf(shops, chosen), view, size) ?? viewWith(shops, view, size))
  }
  const listed = isList(shown, area) ? found : undefined
  return (
    <main className="shops">
      <h1 className="hidden-text">{shared.shops}</h1>
      <Side shown={shown} total={listed?.total}>
        {shown === 'statistics' ? (
          <ShopStatistics place={place} centre={view.centre} />
        ) : (
          <ShopQuestions
            key={shown}
            place={place}
            view={shown}
            middle={view.centre}
            area={area}
            chosen={chosen}
            choose={choose}
            onFound={fit}
          />
        )}
      </Side>
      <ShopMapView
        place={place}
        view={view}
        onView={setView}
        onSize={setSize}
        box={box}
        shops={listed?.rows ?? NO_SHOPS}
        chosen={chosen}
        choose={choose}
        area={areaOf(shown, area, place, address.of('with'))}
        onArea={shown === 'area' ? setArea : undefined}
        shading={shading}
      >
        <ShadingChoice shading={shading} onShading={(density) => address.show({ density }, true)} />
        {shown === 'area' && <AreaTools view={view} area={area} onArea={setArea} />}
      </ShopMapView>
      {chosen !== undefined && (
        <ShopDetail
          key={chosen}
          place={place}
          id={chosen}
          close={() => address.show({ shop: undefined })}
        />
      )}
    </main>
  )
}

/** Whether the map may go to what was found. A link shows its place, whatever is found first. */
function useMoves(isPlaced: boolean): () => boolean {
  const stays = useRef(isPlaced)
  return () => {
    const moves = !stays.current
    stays.current = false
    return moves
  }
}

const NO_SHOPS: FoundShops['rows'] = []

const shopOf = (found: FoundShops | undefined, id: string | undefined) =>
  found?.rows.find((one) => one.id === id)

const isList = (shown: ShopView, area: DrawnArea | undefined): boolean =>
  shown !== 'statistics' && (shown !== 'area' || area !== undefined)

/** What the question for shops nearby asks for, or what is drawn. */
function areaOf(
  shown: ShopView,
  drawn: DrawnArea | undefined,
  place: SamplePlace,
  asked: string | undefined,
): DrawnArea | undefined {
  if (shown !== 'nearby') return shown === 'area' ? drawn : undefined
  const planted = plantedOf<'shops', 'nearby-best'>(place.overview, 'shops', 'nearby-best')
  const { centre, metres } = parametersFrom(asked, planted)
  return { kind: 'circle', centre, metres }
}

/** As in shops.css: the shop's panel lies over the lower part of the map, and its pin stands above it. */
const NARROW = '(max-width: 640px)'
const UP_BY = 0.36

function viewBeside(shop: Place | undefined, view: MapView, { height }: Size): MapView | undefined {
  if (shop === undefined) return undefined
  const upBy = window.matchMedia(NARROW).matches ? height * UP_BY : 0
  return pannedBy({ ...view, centre: shop }, 0, upBy)
}

/** A view of shops that are all far away; who looks at Hangzhou while asking for Hangzhou stays there. */
const viewWith = ({ rows }: FoundShops, view: MapView, size: Size): MapView =>
  rows.every((shop) => metresBetween(shop, view.centre) > FAR_METRES)
    ? (viewOf(rows, size) ?? view)
    : view

/** Beside the map, and on a phone a sheet that is drawn over it. */
function Side(props: { shown: ShopView; total: number | undefined; children: ReactNode }) {
  const { shown, total, children } = props
  const texts = useRoomTexts(shopsTexts)
  const shared = useRoomTexts(samplesTexts)
  const { language } = useReading()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={isOpen ? 'shops-side open' : 'shops-side'}>
      <button
        type="button"
        className="shops-sheet"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {shown === 'statistics' ? texts.statistics : texts.list}
        {total !== undefined && ` · ${shared.found(total.toLocaleString(language))}`}
      </button>
      <ViewTabs shown={shown} />
      {children}
    </div>
  )
}

function ViewTabs({ shown }: { shown: ShopView }) {
  const texts = useRoomTexts(shopsTexts)
  const address = useSampleAddress()
  return (
    <div className="tabs">
      {shopViews.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === shown}
          onClick={() => address.show({ view: each, with: undefined, shop: undefined })}
        >
          {texts[each]}
        </button>
      ))}
    </div>
  )
}

/** Some time after the last move, so that a drag asks once. */
const CALM_MS = 180

function useCalmBox(view: MapView, size: Size): AskedMap | undefined {
  const [box, setBox] = useState<AskedMap>()
  const address = useSampleAddress()
  const { show } = address
  useEffect(() => {
    if (size.width === 0) return undefined
    const timer = setTimeout(() => {
      setBox(boxOf(view, size))
      const { centre, zoom } = view
      const at = [centre.latitude.toFixed(5), centre.longitude.toFixed(5), zoom.toFixed(2)]
      show({ at: at.join(',') }, true)
    }, CALM_MS)
    return () => clearTimeout(timer)
    // The address is written, not followed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [view, size])
  return box
}

function viewFrom(text: string | undefined): MapView | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = (text ?? '')
    .split(',')
    .map(Number)
  const isView = [latitude, longitude, zoom].every(Number.isFinite) && Math.abs(latitude) < 86
  return text !== undefined && isView ? { centre: { latitude, longitude }, zoom } : undefined
}

/** An area from the address; the gate checks its numbers. */
function areaFrom(text: string | undefined): DrawnArea | undefined {
  if (text === undefined) return undefined
  try {
    const found: unknown = JSON.parse(text)
    return isArea(found) ? found : undefined
  } catch {
    return undefined
  }
}

const isArea = (value: unknown): value is DrawnArea => {
  if (typeof value !== 'object' || value === null) return false
  if ('corners' in value) return Array.isArray(value.corners) && value.corners.length > 2
  return ('centre' in value && 'metres' in value) || ('topLeft' in value && 'bottomRight' in value)
}
