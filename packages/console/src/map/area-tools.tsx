import { useRoomTexts } from '../texts/room-texts.js'
import { type AreaKind, type DrawnArea, areaAround, areaKinds } from './drawn-area.js'
import { mapTexts } from './map-texts.js'
import { type MapView, metresPerPixel } from './mercator.js'

interface AreaToolsProps {
  /** All of them by default. */
  readonly kinds?: readonly AreaKind[]
  readonly view: MapView
  readonly area: DrawnArea | undefined
  readonly onArea: (area: DrawnArea | undefined) => void
}

/** A new area is so many pixels wide on each side of its middle. */
const HALF_PIXELS = 110

/** Puts an area of a kind into the middle of the map, ready for its handles. */
export function AreaTools({ kinds = areaKinds, view, area, onArea }: AreaToolsProps) {
  const texts = useRoomTexts(mapTexts)
  const metres = Math.round(HALF_PIXELS * metresPerPixel(view))
  return (
    <div className="map-tools" role="group" aria-label={texts.draw}>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className="button"
          aria-pressed={area?.kind === kind}
          onClick={() => onArea(areaAround(kind, view.centre, metres))}
        >
          {texts[kind]}
        </button>
      ))}
      {area !== undefined && (
        <button type="button" className="button" onClick={() => onArea(undefined)}>
          {texts.clear}
        </button>
      )}
    </div>
  )
}
