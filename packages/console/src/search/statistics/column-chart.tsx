import { useReading } from '../../texts/use-texts.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import type { ShownGroup } from './group-result.js'

const HEIGHT = 120
const STEP = 10
const GAP = 2

/**
 * The groups of a histogram as columns; their numbers stand in the table below, whose buttons do what a click
 * on a column does.
 */
export function ColumnChart({
  label,
  groups,
  choose,
}: {
  label: string
  groups: readonly ShownGroup[]
  choose: (group: ShownGroup | undefined) => (() => void) | undefined
}) {
  const texts = useSearchTexts().statistics
  const { language } = useReading()
  const most = Math.max(1, ...groups.map(({ rows }) => rows))
  const width = groups.length * STEP
  const first = groups[0]?.label ?? ''
  const last = groups.at(-1)?.label ?? ''
  return (
    <figure className="column-chart">
      <span className="axis">{most.toLocaleString(language)}</span>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${first} – ${last}`}
        className={choose(groups[0]) === undefined ? '' : 'can-choose'}
        onClick={({ clientX, currentTarget }) => {
          const { left, width: shown } = currentTarget.getBoundingClientRect()
          choose(groups[Math.floor(((clientX - left) / shown) * groups.length)])?.()
        }}
      >
        {groups.map((group, at) => {
          const height = (group.rows / most) * HEIGHT
          return (
            <rect
              key={at}
              x={at * STEP + GAP / 2}
              y={HEIGHT - height}
              width={STEP - GAP}
              height={height}
            >
              <title>{`${group.label}: ${texts.rowsOf(group.rows)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption>
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  )
}
