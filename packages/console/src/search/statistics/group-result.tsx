import type { ShownFigure, ShownGroupBy, ShownSubResults } from '@rowhouse/console-gate/shapes'
import { useReading } from '../../texts/use-texts.js'
import type { DataObject } from '../forms/form.js'
import { type IndexField, valueOfText } from '../forms/searchable-fields.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { ColumnChart } from './column-chart.js'
import { Figure } from './figure.js'
import { TopRows } from './top-rows.js'

type RowsFigure = Extract<ShownFigure, { kind: 'topRows' }>
export type NumberFigure = Exclude<ShownFigure, RowsFigure>

/** One group of a result, as it is shown. */
export interface ShownGroup {
  readonly label: string
  readonly rows: number
  readonly figures: readonly NumberFigure[]
  /** Rows that were asked for of each group. */
  readonly topRows: readonly RowsFigure[]
  readonly groups: readonly ShownGroupBy[]
  /** What a search for the rows of the group asks of the field, if it can ask that. */
  readonly condition: DataObject | undefined
}

type Key = number | bigint

interface GroupTexts {
  readonly filterGroup: (number: number) => string
  readonly noValue: string
  readonly open: string
}

/** The groups of a result with a text for each. */
export function shownGroups(
  result: ShownGroupBy,
  texts: GroupTexts,
  language: string,
  field?: IndexField,
): readonly ShownGroup[] {
  const group = (
    label: string,
    item: { readonly rowCount: number } & Partial<ShownSubResults>,
    condition?: DataObject,
  ): ShownGroup => ({
    label,
    rows: item.rowCount,
    figures: item.subAggregations?.filter((figure) => figure.kind !== 'topRows') ?? [],
    topRows: item.subAggregations?.filter((figure) => figure.kind === 'topRows') ?? [],
    groups: item.subGroupBys ?? [],
    condition,
  })
  const bound = (value: number): string =>
    Number.isFinite(value) ? value.toLocaleString(language) : texts.open
  switch (result.kind) {
    case 'field':
      return result.items.map((item) => {
        const term = valueOfText(field?.type, item.key)
        return group(item.key, item, { kind: 'term', term })
      })
    case 'range':
    case 'geoDistance':
      return result.items.map((item) => group(`${bound(item.from)} – ${bound(item.to)}`, item))
    case 'filter':
      return result.items.map((item, at) => group(texts.filterGroup(at + 1), item))
    case 'histogram':
      return result.items.map((item) =>
        group(keyText(item.key, language), item, spanOf(item.key, keysOf(result.items))),
      )
    case 'dateHistogram': {
      const shown = dateText(
        result.items.map(({ timestamp }) => timestamp),
        language,
      )
      const keys = hasEpoch(field) ? result.items.map(({ timestamp }) => timestamp) : []
      return result.items.map((item) =>
        group(shown(item.timestamp), item, spanOf(item.timestamp, keys)),
      )
    }
    case 'geoGrid':
      return result.items.map((item) => group(item.key, item))
    case 'composite':
      return result.items.map((item) =>
        group(item.keys.map((key) => key ?? texts.noValue).join(' · '), item),
      )
  }
}

const keysOf = (items: readonly { readonly key: unknown }[]): readonly Key[] =>
  items.flatMap(({ key }) => (typeof key === 'number' || typeof key === 'bigint' ? [key] : []))

/** Moments are asked for as numbers of milliseconds, which some fields do not take. */
const hasEpoch = (field: IndexField | undefined): boolean =>
  field?.schema.dateFormats.includes('epoch_millis') === true

/** From the key to the next one: there are no rows in between. */
function spanOf(from: unknown, keys: readonly Key[]): DataObject | undefined {
  if (typeof from !== 'number' && typeof from !== 'bigint') return undefined
  if (!keys.includes(from)) return undefined
  const later = keys.filter((key) => key > from)
  const to = later.length === 0 ? undefined : later.reduce((a, b) => (b < a ? b : a))
  return { kind: 'range', from, ...(to !== undefined && { to }) }
}

const keyText = (key: string | number | bigint | boolean, language: string): string =>
  typeof key === 'number' || typeof key === 'bigint' ? key.toLocaleString(language) : String(key)

const DAY_MS = 86_400_000n

/** Only a day where all begin with one. */
function dateText(timestamps: readonly bigint[], language: string): (timestamp: bigint) => string {
  const isDaily = timestamps.every((timestamp) => timestamp % DAY_MS === 0n)
  return (timestamp) => {
    const date = new Date(Number(timestamp))
    return isDaily
      ? date.toLocaleDateString(language, { timeZone: 'UTC' })
      : date.toLocaleString(language, { timeZone: 'UTC' })
  }
}

/** Groups as bars beside their numbers; histograms also as a chart. */
export function GroupResult({
  result,
  field,
  only,
}: {
  result: ShownGroupBy
  field: IndexField | undefined
  /** Searches for rows that also meet a condition. */
  only?: (condition: DataObject) => void
}) {
  const texts = useSearchTexts().statistics
  const { language } = useReading()
  const groups = shownGroups(result, texts, language, field)
  if (groups.length === 0) return <p className="quiet">{texts.nothing}</p>
  const choose = (group: ShownGroup | undefined): (() => void) | undefined =>
    only === undefined || field === undefined || group?.condition === undefined
      ? undefined
      : () => only({ ...group.condition, fieldName: field.name })
  const isChart = result.kind === 'histogram' || result.kind === 'dateHistogram'
  const most = Math.max(1, ...groups.map(({ rows }) => rows))
  const names = groups[0]?.figures.map(({ name }) => name) ?? []
  return (
    <>
      {isChart && <ColumnChart label={result.name} groups={groups} choose={choose} />}
      <div className="list-frame">
        <table className="list groups-table">
          <thead>
            <tr>
              <th>{field?.name ?? texts.value}</th>
              <th className="number">{texts.rows}</th>
              <th aria-hidden="true" />
              {names.map((name) => (
                <th key={name} className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group, at) => (
              <GroupRows key={at} group={group} most={most} choose={choose(group)} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** A group, and below it the rows that were asked for of it. */
function GroupRows({
  group,
  most,
  choose,
}: {
  group: ShownGroup
  most: number
  choose: (() => void) | undefined
}) {
  const { language } = useReading()
  return (
    <>
      <tr>
        <td>
          <GroupLabel label={group.label} choose={choose} />
          {group.groups.map((inner) => (
            <GroupResult key={inner.name} result={inner} field={undefined} />
          ))}
        </td>
        <td className="number">{group.rows.toLocaleString(language)}</td>
        <td className="bar-cell" aria-hidden="true">
          <span className="bar" style={{ width: `${(group.rows / most) * 100}%` }} />
        </td>
        {group.figures.map((figure) => (
          <td key={figure.name} className="number">
            <Figure result={figure} />
          </td>
        ))}
      </tr>
      {group.topRows.map(({ name, rows }) => (
        <tr key={name} className="rows-of-group">
          <td colSpan={3 + group.figures.length}>
            <section aria-label={`${group.label}: ${name}`}>
              <span className="quiet">{name}</span>
              <TopRows rows={rows} />
            </section>
          </td>
        </tr>
      ))}
    </>
  )
}

function GroupLabel({ label, choose }: { label: string; choose: (() => void) | undefined }) {
  const texts = useSearchTexts().statistics
  if (choose === undefined) return <bdi>{label}</bdi>
  return (
    <button type="button" className="link only-group" title={texts.only(label)} onClick={choose}>
      <bdi>{label === '' ? '""' : label}</bdi>
    </button>
  )
}

/** Whether a table of rows stands under any group. */
export const hasRowsOf = ({ items }: ShownGroupBy): boolean =>
  items.some(
    ({ subAggregations, subGroupBys }) =>
      subAggregations.some(({ kind }) => kind === 'topRows') || subGroupBys.some(hasRowsOf),
  )
