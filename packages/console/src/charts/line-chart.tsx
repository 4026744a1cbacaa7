import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { useReading } from '../texts/use-texts.js'
import { ChartFrame } from './chart-frame.js'
import { ChartTable } from './chart-table.js'
import { niceTicks } from './nice-ticks.js'
import { clockTime } from './time-text.js'
import { useWidth } from './use-width.js'
import { ValueTicks } from './value-ticks.js'

export interface Line {
  readonly name: string
  /** One for each time; undefined where nothing is known. */
  readonly values: readonly (number | undefined)[]
}

export interface LineChartProps {
  readonly title: string
  /** In milliseconds since the epoch, ascending. */
  readonly times: readonly number[]
  readonly lines: readonly Line[]
  /** A value with its unit, for the axis and the pointer. */
  readonly write: (value: number) => string
  readonly ticksOf?: (most: number) => readonly number[]
  /** What is said in place of a chart without values. */
  readonly none: string
}

const HEIGHT = 132
const LEFT = 58
const TOP = 8
const BOTTOM = 20

/** Lines over time. The pointer and the arrow keys show exact values; a switch shows them as a table. */
export function LineChart(props: LineChartProps) {
  const { title, times, lines, none } = props
  const isEmpty = times.length === 0 || lines.length === 0
  return (
    <ChartFrame
      title={title}
      className="chart"
      none={isEmpty ? none : undefined}
      table={<ChartTable {...props} />}
    >
      <Plot {...props} />
    </ChartFrame>
  )
}

function Plot({ title, times, lines, write, ticksOf = niceTicks }: LineChartProps) {
  const { language } = useReading()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [at, setAt] = useState<number>()
  const all = lines.flatMap(({ values }) => values.filter((value) => value !== undefined))
  const ticks = ticksOf(all.reduce((most, value) => Math.max(most, value), 0))
  const top = ticks.at(-1) ?? 1
  const [first = 0, last = first] = [times[0], times.at(-1)]
  const span = Math.max(1, last - first)
  const x = (time: number): number => LEFT + ((time - first) / span) * (width - LEFT - 6)
  const y = (value: number): number => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const shown = at === undefined ? times.length - 1 : Math.min(at, times.length - 1)
  const point = (event: PointerEvent<HTMLElement>): void => {
    const asked = event.clientX - event.currentTarget.getBoundingClientRect().left
    setAt(nearest(times, first + ((asked - LEFT) / (width - LEFT - 6)) * span))
  }
  const step = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (by !== 0) setAt(Math.max(0, Math.min(times.length - 1, shown + by)))
  }
  return (
    <>
      <Legend {...{ lines, write }} at={shown} time={clockTime(times[shown], language)} />
      <div
        ref={frame}
        className="plot"
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={times.length - 1}
        aria-valuenow={shown}
        aria-valuetext={valuesText(lines, shown, write, clockTime(times[shown], language))}
        onPointerMove={point}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={step}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true">
          <ValueTicks ticks={ticks} left={LEFT} right={width} y={y} write={write} />
          {lines.map(({ name, values }, line) => (
            <path
              key={name}
              className={`line series-${line % SERIES}`}
              d={pathOf(times, values, x, y)}
            />
          ))}
          {at !== undefined && (
            <line
              className="pointer"
              x1={x(times[shown] ?? 0)}
              x2={x(times[shown] ?? 0)}
              y1={TOP}
              y2={HEIGHT - BOTTOM}
            />
          )}
          <TimeAxis {...{ times, x, width }} />
        </svg>
      </div>
    </>
  )
}

/** Colours and dashes repeat after so many. */
const SERIES = 6

function Legend({
  lines,
  at,
  time,
  write,
}: Pick<LineChartProps, 'lines' | 'write'> & { at: number; time: string }) {
  return (
    <p className="chart-legend" aria-hidden="true">
      <span className="quiet">{time}</span>
      {lines.map(({ name, values }, line) => {
        const value = values[at]
        return (
          <span key={name}>
            <svg width="14" height="8">
              <line className={`line series-${line % SERIES}`} x2="14" y1="4" y2="4" />
            </svg>
            {name} <b>{value === undefined ? '–' : write(value)}</b>
          </span>
        )
      })}
    </p>
  )
}

/** The first and last time, and one in the middle if there is room. */
function TimeAxis({
  times,
  x,
  width,
}: {
  times: readonly number[]
  x: (time: number) => number
  width: number
}) {
  const { language } = useReading()
  const id = useId()
  const middle = width > 360 ? [times[Math.floor(times.length / 2)]] : []
  const named = [
    times[0],
    ...(times.length > 2 ? middle : []),
    times.length > 1 ? times.at(-1) : undefined,
  ]
  const anchors = ['start', ...(named.length > 2 ? ['middle'] : []), 'end']
  return named.map((time, at) =>
    time === undefined ? null : (
      <text
        key={`${id} ${time}`}
        className="time"
        x={x(time)}
        y={HEIGHT - 5}
        textAnchor={anchors[at] === 'start' ? 'start' : anchors[at] === 'end' ? 'end' : 'middle'}
      >
        {clockTime(time, language)}
      </text>
    ),
  )
}

function pathOf(
  times: readonly number[],
  values: Line['values'],
  x: (time: number) => number,
  y: (value: number) => number,
): string {
  let path = ''
  let isDrawing = false
  for (const [at, time] of times.entries()) {
    const value = values[at]
    if (value !== undefined) {
      path += `${isDrawing ? 'L' : 'M'}${x(time).toFixed(1)},${y(value).toFixed(1)}`
      // A point alone is shown as well.
      if (!isDrawing && values[at + 1] === undefined) path += 'h0.1'
    }
    isDrawing = value !== undefined
  }
  return path
}

function nearest(times: readonly number[], wanted: number): number {
  let best = 0
  for (const [at, time] of times.entries()) {
    if (Math.abs(time - wanted) < Math.abs((times[best] ?? 0) - wanted)) best = at
  }
  return best
}

const valuesText = (
  lines: readonly Line[],
  at: number,
  write: (value: number) => string,
  time: string,
): string =>
  [time, ...lines.map(({ name, values }) => `${name} ${valueText(values[at], write)}`)].join(', ')

const valueText = (value: number | undefined, write: (value: number) => string): string =>
  value === undefined ? '–' : write(value)
