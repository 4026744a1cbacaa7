import { useReading } from '../texts/use-texts.js'
import { type LoadMap, MINUTES, brightness } from './load-map.js'

const CELL = { width: 14, height: 18 }
const LEGEND_STEPS = 5
/** Every so many minutes one is named. */
const NAMED_MINUTES = 10

interface HeatMapProps {
  readonly map: LoadMap
  /** The id of the partition whose details are shown. */
  readonly chosen: number | undefined
  readonly choose: (partition: number) => void
}

/** Key ranges down, minutes across, brightness by units. A line is a button that shows its partition. */
export function HeatMap({ map, chosen, choose }: HeatMapProps) {
  const { texts, language } = useReading()
  return (
    <div className="heat-map" role="group" aria-label={texts.partitions.mapOf(MINUTES)}>
      {map.lines.map(({ partition, units }) => (
        <button
          key={partition.id}
          type="button"
          className="heat-line"
          aria-pressed={partition.id === chosen}
          onClick={() => choose(partition.id)}
        >
          <span className="heat-name">
            <code>{partition.start ?? '−∞'}</code>
          </span>
          <svg
            width={CELL.width * MINUTES}
            height={CELL.height}
            role="img"
            aria-label={texts.partitions.total(sumOf(units).toLocaleString(language))}
          >
            {units.map((value, at) => (
              <Minute
                key={map.minutes[at]}
                at={at}
                units={value}
                brightness={brightness(value, map.most)}
                title={texts.partitions.at(
                  value.toLocaleString(language),
                  timeOf(map.minutes[at], language),
                )}
              />
            ))}
          </svg>
        </button>
      ))}
      <div className="heat-line axis" aria-hidden="true">
        <span className="heat-name" />
        <svg width={CELL.width * MINUTES} height={CELL.height}>
          {map.minutes.map((minute, at) =>
            at % NAMED_MINUTES === 0 ? (
              <text key={minute} x={at * CELL.width} y={12}>
                {timeOf(minute, language)}
              </text>
            ) : null,
          )}
        </svg>
      </div>
      <Legend most={map.most} />
    </div>
  )
}

const sumOf = (units: readonly number[]): number => units.reduce((sum, each) => sum + each, 0)

export function timeOf(minute: number | undefined, language: string): string {
  if (minute === undefined) return ''
  return new Date(minute).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })
}

function Minute(props: { at: number; units: number; brightness: number; title: string }) {
  if (props.units === 0) return null
  return (
    <rect
      className="heat-cell"
      x={props.at * CELL.width}
      y={1}
      width={CELL.width - 1}
      height={CELL.height - 2}
      style={{ fillOpacity: props.brightness }}
    >
      <title>{props.title}</title>
    </rect>
  )
}

/** What the brightnesses mean. */
function Legend({ most }: { most: number }) {
  const { texts, language } = useReading()
  const steps = Array.from({ length: LEGEND_STEPS }, (_, at) =>
    Math.round(Math.expm1((Math.log1p(most) * (at + 1)) / LEGEND_STEPS)),
  )
  return (
    <p className="legend">
      <span>{texts.partitions.less}</span>
      {[...new Set(steps)].map((units) => (
        <span key={units}>
          <svg width={CELL.width} height={CELL.height} aria-hidden="true">
            <rect
              className="heat-cell"
              y={1}
              width={CELL.width - 1}
              height={CELL.height - 2}
              style={{ fillOpacity: brightness(units, most) }}
            />
          </svg>
          {units.toLocaleString(language)}
        </span>
      ))}
    </p>
  )
}
