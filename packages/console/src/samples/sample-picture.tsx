import type { ReactNode } from 'react'

/** A day's turnover after another, with the one that stands out. */
const DAYS = [18, 22, 16, 26, 21, 30, 24, 66, 34, 20, 25, 17, 28, 22]
const PINS = [
  [38, 34],
  [74, 26],
  [92, 56],
  [126, 40],
] as const
const HEAT = ['0002469985310', '0001357764210', '0000123332100', '0012468886421']
const CELL = { width: 12, height: 18 }

/** What a sample is about, as a small drawing in the colours of the page. */
const DRAWINGS: Readonly<Record<'orders' | 'shops' | 'media' | 'card-lab', ReactNode>> = {
  orders: (
    <>
      {DAYS.map((height, day) => (
        <rect
          key={day}
          className={height > 60 ? 'strong' : 'soft'}
          x={10 + day * 10}
          y={80 - height}
          width={7}
          height={height}
        />
      ))}
      <path className="line" d="M6 80.5H154" />
    </>
  ),
  shops: (
    <>
      <path className="soft" d="M44 14L108 10L140 44L112 80L52 76L26 46Z" />
      <path className="street" d="M14 34H148M14 58H148M58 8V84M98 8V84M132 8V84" />
      {PINS.map(([x, y], pin) => (
        <path
          key={pin}
          className={pin === 1 ? 'ink' : 'strong'}
          transform={`translate(${x} ${y})`}
          d="M0 12V4A7 7 0 1 1 7 11Z"
        />
      ))}
    </>
  ),
  media: (
    <>
      {[10, 58, 106].map((x, nth) => (
        <g key={x} transform={`translate(${x} 12)`}>
          <rect className="soft" width={44} height={34} rx={2} />
          {nth === 1 ? (
            <path className="strong" d="M17 9L30 17L17 25Z" />
          ) : (
            <>
              <circle className="street-fill" cx={32} cy={9} r={4} />
              <path className="strong" d="M0 34V26Q10 16 20 24Q30 14 44 28V34Z" />
            </>
          )}
          <rect className="strong" y={41} width={[30, 24, 18][nth]} height={6} rx={2} />
          <rect className="soft" y={51} width={20} height={6} rx={2} />
        </g>
      ))}
    </>
  ),
  'card-lab': HEAT.map((line, at) =>
    Array.from(line, (load, minute) => (
      <rect
        key={`${at} ${minute}`}
        className="strong"
        opacity={0.06 + Number(load) / 10}
        x={2 + minute * CELL.width}
        y={9 + at * CELL.height}
        width={CELL.width - 1}
        height={CELL.height - 1}
      />
    )),
  ),
}

export function SamplePicture({ sample }: { sample: keyof typeof DRAWINGS }) {
  return (
    <svg className="sample-picture" viewBox="0 0 160 90" aria-hidden="true">
      {DRAWINGS[sample]}
    </svg>
  )
}
