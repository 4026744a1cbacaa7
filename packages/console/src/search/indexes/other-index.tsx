import type { SearchIndexOverview } from '@rowhouse/console-gate/shapes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSigned } from '../../gate/use-gate.js'
import { ErrorNote } from '../../parts/error-note.js'
import { useReading } from '../../texts/use-texts.js'
import { fieldsOfIndex } from '../forms/searchable-fields.js'
import { PhaseMark } from '../index-facts.js'
import type { IndexPlace } from '../page-requests.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { differenceOf } from './field-difference.js'
import { useIndexChange } from './use-index-change.js'

/** The index with other fields: how far it is filled, the swap, which another swap undoes, and its end. */
export function OtherIndex({
  place,
  overview,
  other,
}: {
  place: IndexPlace
  overview: SearchIndexOverview
  other: SearchIndexOverview
}) {
  const texts = useSearchTexts().alter
  const { gate } = useSigned()
  const queries = useQueryClient()
  const { instance, table, index } = place
  const swap = useIndexChange(place)
  const deletion = useMutation({
    mutationFn: () =>
      gate.ask(instance, { operation: 'DeleteSearchIndex', table, index: other.index }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['search-indexes', instance] }),
  })
  const isBusy = swap.isPending || deletion.isPending
  const isFilled = other.phase === 'INCR'
  const error = swap.error ?? deletion.error
  return (
    <section className="question" aria-label={texts.other(other.index)}>
      <h2>{texts.other(other.index)}</h2>
      <Filling overview={overview} other={other} />
      <Difference overview={overview} other={other} />
      <p className="quiet">{texts.swapHelp(index)}</p>
      {error !== null && <ErrorNote error={error} />}
      <p className="fields">
        <button
          type="button"
          className="button main"
          disabled={!isFilled || isBusy}
          onClick={() => swap.mutate({ swapWith: other.index })}
        >
          {texts.swap}
        </button>
        <button
          type="button"
          className="button danger"
          disabled={isBusy}
          onClick={() => deletion.mutate()}
        >
          {texts.confirm(other.index)}
        </button>
      </p>
    </section>
  )
}

function Filling({ overview, other }: Record<'overview' | 'other', SearchIndexOverview>) {
  const texts = useSearchTexts()
  const { language } = useReading()
  const { rows = 0 } = other
  return (
    <p className="fields" role="status">
      <PhaseMark overview={other} />
      <span>
        {texts.indexes.rows} {rows.toLocaleString(language)}
      </span>
      {other.phase !== 'INCR' && (
        <progress
          aria-label={texts.indexes.filling}
          value={rows}
          max={Math.max(1, overview.rows ?? 0, rows)}
        />
      )}
    </p>
  )
}

/** What the other index has otherwise. */
function Difference({ overview, other }: Record<'overview' | 'other', SearchIndexOverview>) {
  const texts = useSearchTexts().alter
  const found = differenceOf(
    fieldsOfIndex(overview.schema.fieldSchemas),
    fieldsOfIndex(other.schema.fieldSchemas),
  )
  return (
    <ul className="difference">
      {found.map(({ name, kind }) => (
        <li key={name}>
          {texts.differences[kind]} <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}
