import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { mapTexts } from './map-texts.js'
import { type MapView, metresPerPixel } from './mercator.js'

const PIXELS_MOST = 110

/** The longest of 1, 2, 5, 10, … that fits. */
export function roundLength(metresMost: number): number {
  const power = 10 ** Math.floor(Math.log10(metresMost))
  const step = [5, 2, 1].find((one) => one * power <= metresMost) ?? 1
  return step * power
}

/** How long a stretch is in the middle of the map. */
export function ScaleBar({ view }: { view: MapView }) {
  const texts = useRoomTexts(mapTexts)
  const { language } = useReading()
  const perPixel = metresPerPixel(view)
  const metres = roundLength(PIXELS_MOST * perPixel)
  const label =
    metres >= 1_000
      ? texts.kilometres((metres / 1_000).toLocaleString(language))
      : texts.metres(metres.toLocaleString(language))
  return (
    <div className="map-scale" style={{ width: metres / perPixel }}>
      {label}
    </div>
  )
}
