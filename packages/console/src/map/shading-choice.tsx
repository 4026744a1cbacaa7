import { useRoomTexts } from '../texts/room-texts.js'
import { mapTexts } from './map-texts.js'
import { type MapShading, mapShadings } from './paint-map.js'

/** Chooses how a map shows where much is. */
export function ShadingChoice(props: {
  shading: MapShading
  onShading: (shading: MapShading) => void
}) {
  const texts = useRoomTexts(mapTexts)
  return (
    <select
      className="input map-shading"
      aria-label={texts.density}
      title={texts.density}
      value={props.shading}
      onChange={({ target }) => props.onShading(shadingOf(target.value))}
    >
      {mapShadings.map((each) => (
        <option key={each} value={each}>
          {`${texts.density}: ${texts.shadings[each]}`}
        </option>
      ))}
    </select>
  )
}

/** From an address or a form: shades where it is none of them. */
export const shadingOf = (text: string | undefined): MapShading =>
  mapShadings.find((each) => each === text) ?? 'shades'
