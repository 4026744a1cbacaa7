import type { AggregationResult } from '@rowhouse/protocol'
import { useReading } from '../../texts/use-texts.js'
import { useSearchTexts } from '../texts/use-search-texts.js'

const DIGITS = 6

/** The result of one aggregation. */
export function Figure({ result }: { result: AggregationResult }) {
  const texts = useSearchTexts().statistics
  const { language } = useReading()
  const text = (value: number): string =>
    value.toLocaleString(language, { maximumFractionDigits: DIGITS })
  switch (result.kind) {
    case 'percentiles':
      return (
        <dl className="percentiles">
          {result.items.map(({ key, value }) => (
            <div key={key}>
              <dt>{key} %</dt>
              <dd>{typeof value === 'number' ? text(value) : String(value)}</dd>
            </div>
          ))}
        </dl>
      )
    case 'topRows':
      return <p className="figure">{texts.rowsOf(result.rows.length)}</p>
    default:
      return (
        <p className="figure" title={String(result.value)}>
          {Number.isFinite(result.value) ? text(result.value) : texts.nothing}
        </p>
      )
  }
}
