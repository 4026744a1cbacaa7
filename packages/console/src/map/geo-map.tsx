import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useRoomTexts } from '../texts/room-texts.js'
import { AreaOnMap } from './area-on-map.js'
import { type DrawnArea, handlesOf } from './drawn-area.js'
import './geo-map.css'
import { FINE_ZOOM, loadLand } from './land-outlines.js'
import { type MapMark, MapMarks } from './map-marks.js'
import { mapTexts } from './map-texts.js'
import { type MapView, type Size, projectionOf, zoomedAt } from './mercator.js'
import { type MapGround, mapColours, paintMap } from './paint-map.js'
import { ScaleBar } from './scale-bar.js'
import type { PlacedTile } from './tiles/paint-tiles.js'
import { useTiles } from './tiles/use-tiles.js'
import { useMapGestures } from './use-map-gestures.js'

interface GeoMapProps {
  /** What the map is of. */
  readonly label: string
  readonly view: MapView
  readonly onView: (view: MapView) => void
  /** Called when the map gets another size. */
  readonly onSize?: (size: Size) => void
  readonly ground?: MapGround
  readonly marks?: readonly MapMark[]
  /** The id of the chosen pin. */
  readonly chosen?: string | undefined
  readonly onChoose?: (id: string) => void
  readonly area?: DrawnArea | undefined
  /** Given where areas may be changed. */
  readonly onArea?: ((area: DrawnArea) => void) | undefined
  /** Controls above the map. */
  readonly children?: ReactNode
}

const NOTHING: MapGround = {}

/** A map of coastlines and of what it is given. It asks no other host for anything. */
export function GeoMap(props: GeoMapProps) {
  const { label, view, onView, ground = NOTHING, marks = [], area, onArea } = props
  const texts = useRoomTexts(mapTexts)
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame, props.onSize)
  const gestures = useMapGestures(frame, { view, onView })
  const help = useId()
  const { tiles, source } = useTiles(view, size)
  const projection = projectionOf(view, size)
  const zoomBy = (steps: number) => () => onView(zoomedAt(view, steps, { x: 0, y: 0 }))
  return (
    <div className="map">
      <div
        className="map-frame"
        ref={frame}
        role="group"
        aria-label={label}
        aria-describedby={help}
        tabIndex={0}
        {...gestures}
      >
        <Ground view={view} size={size} ground={ground} tiles={tiles} />
        {area !== undefined && (
          <AreaOnMap area={area} projection={projection} size={size} onArea={onArea} />
        )}
        <MapMarks
          marks={marks}
          projection={projection}
          size={size}
          chosen={props.chosen}
          onChoose={props.onChoose}
          free={onArea && area ? handlesOf(area).map(({ place }) => place) : []}
        />
      </div>
      <p id={help} className="hidden-text">
        {texts.keys}
      </p>
      <div className="map-zoom">
        <button type="button" aria-label={texts.closer} onClick={zoomBy(1)}>
          +
        </button>
        <button type="button" aria-label={texts.further} onClick={zoomBy(-1)}>
          −
        </button>
      </div>
      <div className="map-foot">
        <ScaleBar view={view} />
        <span className="map-source">
          {[texts.source, source].filter((part) => part !== '').join(' · ')}
        </span>
      </div>
      {props.children}
    </div>
  )
}

function Ground(props: {
  view: MapView
  size: Size
  ground: MapGround
  tiles: readonly PlacedTile[]
}) {
  const { view, size, ground, tiles } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const detail = view.zoom < FINE_ZOOM ? 'coarse' : 'fine'
  const land = useQuery({
    queryKey: ['land', detail],
    queryFn: loadLand[detail],
    staleTime: Number.POSITIVE_INFINITY,
    // The coarse coastlines stay until the fine ones are there.
    placeholderData: (before) => before,
  })
  const theme = useThemeChanges()
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (element === null || context === null || context === undefined) return undefined
    const frame = requestAnimationFrame(() => {
      const ratio = window.devicePixelRatio
      element.width = size.width * ratio
      element.height = size.height * ratio
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      const projection = projectionOf(view, size)
      const colours = mapColours(element)
      const painting = { context, size, projection, zoom: view.zoom, colours }
      paintMap(painting, land.data, tiles, ground)
    })
    return () => cancelAnimationFrame(frame)
  }, [view, size, ground, tiles, land.data, theme])
  return <canvas ref={canvas} style={{ width: size.width, height: size.height }} />
}

function useSize(frame: RefObject<HTMLDivElement | null>, onSize: GeoMapProps['onSize']): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const latest = useRef(onSize)
  useEffect(() => {
    latest.current = onSize
  })
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const watch = new ResizeObserver(() => {
      const found = { width: element.clientWidth, height: element.clientHeight }
      setSize(found)
      latest.current?.(found)
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [frame])
  return size
}

/** A number that grows when the page takes another theme. */
function useThemeChanges(): number {
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const watch = new MutationObserver(() => setChanges((before) => before + 1))
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => watch.disconnect()
  }, [])
  return changes
}
