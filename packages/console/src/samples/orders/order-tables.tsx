import type { AnswerOf } from '@rowhouse/console-gate/shapes'
import { ScrollFrame } from '../../parts/scroll-frame.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { MOMENT, inBeijing } from '../in-beijing.js'
import { useSampleAddress } from '../sample-address.js'
import { samplesTexts } from '../samples-texts.js'
import { ordersTexts } from './orders-texts.js'

type FoundOrders = AnswerOf<'orders', 'consumer-orders-by-amount'>
type OrderRow = FoundOrders['rows'][number]

/** An amount of hundredths. */
export const money = (fen: number | bigint, language: string, currency = 'CNY'): string =>
  (Number(fen) / 100).toLocaleString(language, { style: 'currency', currency })

/** For an axis, where hundredths do not count. */
export const shortMoney = (fen: number, language: string): string =>
  (fen / 100).toLocaleString(language, {
    style: 'currency',
    currency: 'CNY',
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })

/** Of the products of an order. */
export const namesIn = (json: string | undefined): string => {
  const names: unknown = JSON.parse(json ?? '[]')
  return Array.isArray(names) ? names.join('、') : ''
}

export const statusName = (names: Readonly<Record<string, string>>, status = ''): string =>
  names[status] ?? status

/** What is the same in every row of a list was asked for, and is left out. */
const differs = (rows: readonly OrderRow[], column: 'cId' | 'sId'): boolean =>
  rows.length === 1 || new Set(rows.map((row) => row[column])).size > 1

/** Orders as they are stored. */
export function OrderTable({ rows }: { rows: readonly OrderRow[] }) {
  const texts = useRoomTexts(ordersTexts)
  const shared = useRoomTexts(samplesTexts)
  const { language } = useReading()
  if (rows.length === 0) return <p className="empty">{shared.nothing}</p>
  const hasConsumers = differs(rows, 'cId')
  const hasSellers = differs(rows, 'sId')
  return (
    <div className="list-frame">
      <table className="list">
        <thead>
          <tr>
            <th>{texts.order}</th>
            <th className="number">{texts.total}</th>
            <th>{texts.time}</th>
            <th>{texts.status}</th>
            {hasConsumers && <th>{texts.cId}</th>}
            {hasSellers && <th>{texts.sId}</th>}
            <th className="number">{texts.pieces}</th>
            <th>{texts.products}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.oId}>
              <td>
                <OrderLink id={row.oId} />
              </td>
              <td className="number">{money(row.totalFen ?? 0n, language, row.currency)}</td>
              <td className="nowrap">{inBeijing(row.createTime ?? 0n, language, MOMENT)}</td>
              <td className="nowrap">{statusName(texts.statuses, row.status)}</td>
              {hasConsumers && (
                <td className="nowrap" title={row.cId}>
                  {row.cName}
                </td>
              )}
              {hasSellers && (
                <td className="nowrap" title={row.sId}>
                  {row.sName}
                </td>
              )}
              <td className="number">{row.pCount?.toLocaleString(language)}</td>
              <td className="products" title={namesIn(row.pName)}>
                {namesIn(row.pName)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Leads to the look-up of an order. */
function OrderLink({ id }: { id: string | undefined }) {
  const address = useSampleAddress()
  return (
    <button
      type="button"
      className="link"
      onClick={() => address.show({ tab: 'lookup', with: JSON.stringify({ id }) })}
    >
      <code>{id}</code>
    </button>
  )
}

/** What a secondary index alone knows of orders. */
export function EntryTable({ entries }: { entries: AnswerOf<'orders', 'consumer-latest-by-key'> }) {
  const texts = useRoomTexts(ordersTexts)
  const { language } = useReading()
  return (
    <ScrollFrame label={texts.order}>
      <table className="list">
        <thead>
          <tr>
            <th>{texts.order}</th>
            <th>{texts.time}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ order, createTime }) => (
            <tr key={order}>
              <td>
                <OrderLink id={order} />
              </td>
              <td>{inBeijing(createTime, language, MOMENT)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
