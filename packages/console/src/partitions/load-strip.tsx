import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { type LoadMap, MINUTES, shadeOf, unitsOfMinutes } from './load-map.js'
import { partitionsTexts } from './partitions-texts.js'

const HEIGHT = 16

/** The load of a whole table in the last hour, a minute a cell; shades are those of `most` units. */
export function LoadStrip({ map, most, table }: { map: LoadMap; most: number; table: string }) {
  const { language } = useReading()
  const words = useRoomTexts(partitionsTexts)
  const text = words.loadOf(table, Math.round(map.total).toLocaleString(language))
  return (
    <svg
      className="load-strip"
      viewBox={`0 0 ${MINUTES} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      {unitsOfMinutes(map).map((units, minute) =>
        units === 0 ? null : (
          <rect
            key={map.minutes[minute]}
            className={`heat-${shadeOf(units, most)}`}
            x={minute}
            width={1}
            height={HEIGHT}
          />
        ),
      )}
    </svg>
  )
}
