import { useReading } from '../../texts/use-texts.js'
import { figureText, isExact } from './figure-text.js'
import type { NumberFigure } from './group-result.js'
import { useSearchTexts } from '../texts/use-search-texts.js'

/** The result of one aggregation. */
export function Figure({ result }: { result: NumberFigure }) {
  const texts = useSearchTexts().statistics
  const { language } = useReading()
  switch (result.kind) {
    case 'percentiles':
      return (
        <dl className="percentiles">
          {result.items.map(({ key, value }) => (
            <div key={key}>
              <dt>{key} %</dt>
              <dd>{typeof value === 'number' ? figureText(value, language) : String(value)}</dd>
            </div>
          ))}
        </dl>
      )
    default:
      return (
        <p
          className="figure"
          title={isExact(result.value) ? String(result.value) : texts.rounded(String(result.value))}
        >
          {Number.isFinite(result.value) ? figureText(result.value, language) : texts.nothing}
        </p>
      )
  }
}
