interface ValueTicksProps {
  readonly ticks: readonly number[]
  /** Where the plot begins and ends, in pixels. */
  readonly left: number
  readonly right: number
  readonly y: (value: number) => number
  readonly write: (value: number) => string
}

/** The values at the side of a chart, each with a line across it. */
export const ValueTicks = ({ ticks, left, right, y, write }: ValueTicksProps) =>
  ticks.map((tick) => (
    <g key={tick} className="tick">
      <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
      <text x={left - 6} y={y(tick) + 4} textAnchor="end">
        {write(tick)}
      </text>
    </g>
  ))
