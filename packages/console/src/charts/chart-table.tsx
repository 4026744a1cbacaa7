import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { chartTexts } from './chart-texts.js'
import type { LineChartProps } from './line-chart.js'
import { clockTime } from './time-text.js'

/** The values of a chart, the newest first. */
export function ChartTable({ title, times, lines, write }: LineChartProps) {
  const words = useRoomTexts(chartTexts)
  const { language } = useReading()
  return (
    <div className="list-frame chart-table" tabIndex={0} role="group" aria-label={title}>
      <table className="list">
        <thead>
          <tr>
            <th>{words.time}</th>
            {lines.map(({ name }) => (
              <th key={name} className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times
            .map((time, at) => ({ time, at }))
            .toReversed()
            .map(({ time, at }) => (
              <tr key={time}>
                <td>{clockTime(time, language)}</td>
                {lines.map(({ name, values }) => {
                  const value = values[at]
                  return (
                    <td key={name} className="number">
                      {value === undefined ? '–' : write(value)}
                    </td>
                  )
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
