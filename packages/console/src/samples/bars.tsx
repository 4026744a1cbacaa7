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
  more,
}: {
  bars: readonly Bar[]
  name: string
  value: string
  /** The name of what else there is to say. */
  more?: string
}) {
  const { language } = useReading()
  const { nothing } = useRoomTexts(samplesTexts)
  if (bars.length === 0) return <p className="quiet">{nothing}</p>
  const most = Math.max(1, ...bars.map((bar) => bar.value))
  return (
    <ScrollFrame label={name}>
      <table className="list bars">
        <thead>
          <tr>
            <th>{name}</th>
            <th className="number">{value}</th>
            <th aria-hidden="true" />
            {more !== undefined && <th className="number">{more}</th>}
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
              {more !== undefined && <td className="number quiet">{bar.more}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
