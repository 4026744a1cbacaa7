import { useId, useState } from 'react'
import { ScrollFrame } from '../parts/scroll-frame.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { samplesTexts } from './samples-texts.js'

export interface Bar {
  readonly name: string
  readonly value: number
  /** The value in words; the number itself by default. */
  readonly text?: string
  /** What else there is to say, such as a mean. */
  readonly more?: string
}

/** Groups as a table whose rows carry bars, so that it is chart and table in one. */
export function BarTable({
  bars,
  name,
  value,
}: {
  bars: readonly Bar[]
  name: string
  value: string
}) {
  const { language } = useReading()
  const most = Math.max(1, ...bars.map((bar) => bar.value))
  const hasMore = bars.some(({ more }) => more !== undefined)
  return (
    <ScrollFrame label={name}>
      <table className="list bars">
        <thead>
          <tr>
            <th>{name}</th>
            <th className="number">{value}</th>
            <th aria-hidden="true" />
            {hasMore && <th aria-hidden="true" />}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.name}>
              <td>{bar.name}</td>
              <td className="number">{bar.text ?? bar.value.toLocaleString(language)}</td>
              <td className="bar" aria-hidden="true">
                <span style={{ width: `${(100 * bar.value) / most}%` }} />
              </td>
              {hasMore && <td className="quiet">{bar.more}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

const HEIGHT = 140
const WIDTH = 720
const FOOT = 18

/** Values over time as columns, or as a table. */
export function ColumnChart({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const texts = useRoomTexts(samplesTexts)
  const { language } = useReading()
  const [isTable, setTable] = useState(false)
  const id = useId()
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = WIDTH / Math.max(1, bars.length)
  const named = Math.ceil(bars.length / 12)
  return (
    <figure className="columns">
      <figcaption id={id}>
        <span>{label}</span>
        <button type="button" className="button plain last" onClick={() => setTable(!isTable)}>
          {isTable ? texts.chart : texts.table}
        </button>
      </figcaption>
      {isTable ? (
        <BarTable bars={bars} name={texts.name} value={label} />
      ) : (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} role="img" aria-labelledby={id}>
          <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="axis" />
          {bars.map(({ name, value, text }, at) => (
            <g key={name}>
              <rect
                x={at * step + step * 0.12}
                width={step * 0.76}
                y={HEIGHT - ((HEIGHT - 6) * value) / most}
                height={((HEIGHT - 6) * value) / most}
              >
                <title>{`${name}: ${text ?? value.toLocaleString(language)}`}</title>
              </rect>
              {at % named === 0 && (
                <text x={at * step + step / 2} y={HEIGHT + 13} textAnchor="middle">
                  {name}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
    </figure>
  )
}
