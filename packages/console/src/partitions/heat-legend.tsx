import { useReading } from '../texts/use-texts.js'
import { SHADES, leastOfShade } from './load-map.js'

/** From how many units on each shade is used. */
export function HeatLegend({ most }: { most: number }) {
  const { texts, language } = useReading()
  if (most <= 0) return null
  const steps = Array.from({ length: SHADES }, (_, at) => ({
    shade: at + 1,
    least: Math.max(1, Math.ceil(leastOfShade(at + 1, most))),
  }))
  return (
    <p className="heat-legend">
      <span>
        <i className="heat-0" /> {texts.partitions.less}
      </span>
      {steps
        .filter(({ least }, at) => least !== steps[at + 1]?.least)
        .map(({ shade, least }) => (
          <span key={shade}>
            <i className={`heat-${shade}`} /> {least.toLocaleString(language)}
          </span>
        ))}
      {most > (steps.at(-1)?.least ?? 0) && <span>{most.toLocaleString(language)}</span>}
    </p>
  )
}
