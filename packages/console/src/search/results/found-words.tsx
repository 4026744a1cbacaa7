import type { Answered } from '@rowhouse/console-gate/shapes'
import { keyName } from '../../rows/use-rows.js'
import { lineOf } from '../../rows/value-text.js'
import { useSearchTexts } from '../texts/use-search-texts.js'

const SHOWN_MAX = 20

/** The fragments in which the words of the query were found, of the first hits. */
export function FoundWords({ pages }: { pages: readonly Answered<'Search'>[] }) {
  const texts = useSearchTexts().page
  const found = pages.flatMap(({ answer }) =>
    answer.rows.flatMap(({ key }, at) => {
      const fields = answer.hits[at]?.highlight ?? []
      return fields.length === 0 ? [] : [{ key, fields }]
    }),
  )
  if (found.length === 0) return null
  return (
    <details className="found-words" open>
      <summary>{texts.highlights}</summary>
      <dl>
        {found.slice(0, SHOWN_MAX).map(({ key, fields }) => (
          <div key={keyName(key)}>
            <dt className="mono">{key.map(({ value }) => lineOf(value)).join(' · ')}</dt>
            <dd>
              {fields.map(({ fieldName, fragments }) => (
                <p key={fieldName}>
                  <code>{fieldName}</code>{' '}
                  {fragments.map((fragment, at) => (
                    <bdi key={at}>
                      <MarkedText text={fragment} /> …{' '}
                    </bdi>
                  ))}
                </p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The marks of the default tags; whatever else a row holds stays text. */
function MarkedText({ text }: { text: string }) {
  return text
    .split(/(<em>.*?<\/em>)/s)
    .map((part, at) => (at % 2 === 1 ? <mark key={at}>{part.slice(4, -5)}</mark> : part))
}
