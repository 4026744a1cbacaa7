import type { AggregationResult } from '@rowhouse/protocol'
import { useReading } from '../../texts/use-texts.js'
import { useSearchTexts } from '../texts/use-search-texts.js'

const DIGITS = 6

/** The service answers with doubles, which have no more digits than these. */
const isExact = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER

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
        <p
          className="figure"
          title={isExact(result.value) ? String(result.value) : texts.rounded(String(result.value))}
        >
          {Number.isFinite(result.value)
            ? `${isExact(result.value) ? '' : '≈ '}${text(result.value)}`
            : texts.nothing}
        </p>
      )
  }
}
