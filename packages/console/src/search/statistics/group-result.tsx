import type { AggregationResult, GroupByResult } from '@rowhouse/protocol'
import { useReading } from '../../texts/use-texts.js'
import type { Data } from '../forms/form.js'
import { type IndexField, valueOfText } from '../forms/searchable-fields.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { ColumnChart } from './column-chart.js'
import { Figure } from './figure.js'

/** One group of a result, as it is shown. */
export interface ShownGroup {
  readonly label: string
  readonly rows: number
  readonly figures: readonly AggregationResult[]
  readonly groups: readonly GroupByResult[]
  /** The value that all rows of the group have in the field. */
  readonly value: string | undefined
}

interface GroupTexts {
  readonly filterGroup: (number: number) => string
  readonly noValue: string
  readonly open: string
}

/** The groups of a result with a text for each. */
export function shownGroups(
  result: GroupByResult,
  texts: GroupTexts,
  language: string,
): readonly ShownGroup[] {
  const group = (
    label: string,
    item: { readonly rowCount: number } & Partial<SubResults>,
    value?: string,
  ): ShownGroup => ({
    label,
    rows: item.rowCount,
    figures: item.subAggregations ?? [],
    groups: item.subGroupBys ?? [],
    value,
  })
  const bound = (value: number): string =>
    Number.isFinite(value) ? value.toLocaleString(language) : texts.open
  switch (result.kind) {
    case 'field':
      return result.items.map((item) => group(item.key, item, item.key))
    case 'range':
    case 'geoDistance':
      return result.items.map((item) => group(`${bound(item.from)} – ${bound(item.to)}`, item))
    case 'filter':
      return result.items.map((item, at) => group(texts.filterGroup(at + 1), item))
    case 'histogram':
      return result.items.map((item) => group(keyText(item.key, language), item))
    case 'dateHistogram': {
      const shown = dateText(
        result.items.map(({ timestamp }) => timestamp),
        language,
      )
      return result.items.map((item) => group(shown(item.timestamp), item))
    }
    case 'geoGrid':
      return result.items.map((item) => group(item.key, item))
    case 'composite':
      return result.items.map((item) =>
        group(item.keys.map((key) => key ?? texts.noValue).join(' · '), item),
      )
  }
}

const keyText = (key: string | number | bigint | boolean, language: string): string =>
  typeof key === 'number' || typeof key === 'bigint' ? key.toLocaleString(language) : String(key)

interface SubResults {
  readonly subAggregations: readonly AggregationResult[]
  readonly subGroupBys: readonly GroupByResult[]
}

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
  result: GroupByResult
  field: IndexField | undefined
  only?: (fieldName: string, value: Data) => void
}) {
  const texts = useSearchTexts().statistics
  const { language } = useReading()
  const groups = shownGroups(result, texts, language)
  if (groups.length === 0) return <p className="quiet">{texts.nothing}</p>
  const isChart = result.kind === 'histogram' || result.kind === 'dateHistogram'
  const most = Math.max(1, ...groups.map(({ rows }) => rows))
  const names = groups[0]?.figures.map(({ name }) => name) ?? []
  return (
    <>
      {isChart && <ColumnChart label={result.name} groups={groups} />}
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
              <tr key={at}>
                <td>
                  {only !== undefined && field !== undefined && group.value !== undefined ? (
                    <button
                      type="button"
                      className="link"
                      title={texts.only(group.label)}
                      onClick={() => only(field.name, valueOfText(field.type, group.label))}
                    >
                      <bdi>{group.label === '' ? '""' : group.label}</bdi>
                    </button>
                  ) : (
                    <bdi>{group.label}</bdi>
                  )}
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
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
