import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useRoomTexts } from '../texts/room-texts.js'
import { ChartFrame } from './chart-frame.js'
import { chartTexts } from './chart-texts.js'
import { niceTicks } from './nice-ticks.js'
import { useWidth } from './use-width.js'
import { ValueTicks } from './value-ticks.js'

interface ChartBar {
  readonly name: string
  readonly value: number
  /** The value in words. */
  readonly text: string
}

interface BarChartProps {
  readonly title: string
  readonly bars: readonly ChartBar[]
  /** A value of the axis, with its unit. */
  readonly write: (value: number) => string
}

const HEIGHT = 180
const LEFT = 64
const TOP = 8
const BOTTOM = 22
/** Between the names of two bars. */
const NAME_WIDTH = 58
const BAR_PART = 0.76

/** Values one after the other as bars. The pointer and the arrow keys show exact ones, a switch a table. */
export function BarChart({ title, bars, write }: BarChartProps) {
  const words = useRoomTexts(chartTexts)
  const isEmpty = bars.every(({ value }) => value === 0)
  return (
    <ChartFrame
      title={title}
      className="chart bar-chart"
      none={isEmpty ? words.none : undefined}
      table={<Table bars={bars} />}
    >
      <Plot title={title} bars={bars} write={write} />
    </ChartFrame>
  )
}

const Table = ({ bars }: Pick<BarChartProps, 'bars'>) => (
  <table className="list">
    <tbody>
      {bars.map(({ name, text }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td className="number">{text}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

function Plot({ title, bars, write }: BarChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [at, setAt] = useState<number>()
  const ticks = niceTicks(bars.reduce((most, { value }) => Math.max(most, value), 0))
  const top = ticks.at(-1) ?? 1
  const step = Math.max(1, (width - LEFT) / Math.max(1, bars.length))
  const y = (value: number): number => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const last = bars.length - 1
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
    const place = clientX - currentTarget.getBoundingClientRect().left - LEFT
    setAt(place < 0 ? undefined : Math.min(last, Math.floor(place / step)))
  }
  const press = ({ key }: KeyboardEvent): void => {
    const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
    if (by !== 0) setAt(at === undefined ? 0 : Math.max(0, Math.min(last, at + by)))
  }
  const shown = at === undefined ? undefined : bars[at]
  const text = shown && `${shown.name}: ${shown.text}`
  return (
    <>
      <p className="chart-legend" aria-hidden="true">
        {text}
      </p>
      <div
        ref={frame}
        className="plot"
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? 0}
        aria-valuetext={text ?? bars[0]?.name ?? title}
        onPointerMove={point}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={press}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true">
          <ValueTicks ticks={ticks} left={LEFT} right={width} y={y} write={write} />
          {bars.map(({ name, value }, nth) => (
            <rect
              key={name}
              className={nth === at ? 'bar pointed' : 'bar'}
              x={LEFT + (nth + (1 - BAR_PART) / 2) * step}
              width={step * BAR_PART}
              y={y(value)}
              height={y(0) - y(value)}
            />
          ))}
          <Names bars={bars} step={step} />
        </svg>
      </div>
    </>
  )
}

/** As many as there is room for, from the first one on. */
function Names({ bars, step }: Pick<BarChartProps, 'bars'> & { step: number }) {
  const every = Math.ceil(NAME_WIDTH / step)
  return bars.map(({ name }, nth) =>
    nth % every === 0 ? (
      <text key={name} x={LEFT + (nth + 0.5) * step} y={HEIGHT - 6} textAnchor="middle">
        {name}
      </text>
    ) : null,
  )
}
