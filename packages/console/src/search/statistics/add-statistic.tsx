import { useState } from 'react'
import type { DataObject } from '../forms/form.js'
import type { IndexField } from '../forms/searchable-fields.js'
import { useSearchAddress } from '../search-address.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { useSigned } from '../../gate/use-gate.js'
import type { IndexPlace } from '../page-requests.js'
import { askSpan } from '../search-asks.js'
import { STATISTICS, type StatisticKind, mayCount, withStatistic } from './new-statistic.js'

/** Adds top values, a histogram or a figure of a field. */
export function AddStatistic({
  place,
  fields,
  search,
}: {
  place: IndexPlace
  fields: readonly IndexField[]
  search: DataObject
}) {
  const texts = useSearchTexts()
  const { gate } = useSigned()
  const [, change] = useSearchAddress()
  const [kind, setKind] = useState<StatisticKind>('topValues')
  const [chosen, setChosen] = useState('')
  const offered = fields.filter((field) => mayCount(kind, field))
  const field = offered.find(({ name }) => name === chosen) ?? offered[0]
  const add = async (counted: IndexField): Promise<void> => {
    // A refused search is told by the answer of the whole one.
    const span =
      kind === 'histogram'
        ? await askSpan(gate, place, search, counted.name).catch(() => undefined)
        : undefined
    change({ search: withStatistic(search, kind, counted, span) })
  }
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault()
        if (field !== undefined) void add(field)
      }}
    >
      <label className="member">
        <span>{texts.statistics.figure}</span>
        <select
          className="input"
          value={kind}
          onChange={({ target }) => {
            const next = STATISTICS.find((each) => each === target.value)
            if (next !== undefined) setKind(next)
          }}
        >
          {STATISTICS.map((each) => (
            <option key={each} value={each}>
              {nameOfStatistic(texts, each)}
            </option>
          ))}
        </select>
      </label>
      <label className="member">
        <span>{texts.statistics.field}</span>
        <select
          className="input"
          value={field?.name ?? ''}
          onChange={({ target }) => setChosen(target.value)}
        >
          {offered.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="submit" className="button" disabled={field === undefined}>
        {texts.statistics.add}
      </button>
    </form>
  )
}

const nameOfStatistic = (texts: ReturnType<typeof useSearchTexts>, kind: StatisticKind): string =>
  kind === 'topValues' || kind === 'overTime' || kind === 'histogram'
    ? texts.statistics[kind]
    : texts.kindOf('aggregation', kind)
