import type { BillResult } from '@rowhouse/console-gate/shapes'
import { useQuery } from '@tanstack/react-query'
import { Frame } from '../frame/frame.js'
import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { ScrollFrame } from '../parts/scroll-frame.js'
import { shortBytes } from '../parts/short-number.js'
import { Skeleton } from '../parts/skeleton.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading, useTexts } from '../texts/use-texts.js'
import { indexCost, storageCost, unitsCost } from './bill-costs.js'
import { billTexts } from './bill-texts.js'
import './bill.css'

const REFRESH_MS = 30_000

/** What the service would charge for an instance. */
export function BillPage({ instance }: { instance: string }) {
  const words = useRoomTexts(billTexts)
  const texts = useTexts()
  const { language } = useReading()
  const { gate } = useSigned()
  const bill = useQuery({
    queryKey: ['bill', instance],
    queryFn: ({ signal }) => gate.bill(instance, signal),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Frame instance={instance} here={{ label: words.title, siblings: [] }}>
      <main className="page bill">
        <div className="page-head">
          <h1>{words.title}</h1>
          <span className="quiet">{words.subtitle}</span>
        </div>
        {bill.isPending && <Skeleton label={texts.loading} />}
        {bill.error !== null && <ErrorNote error={bill.error} retry={() => void bill.refetch()} />}
        {bill.data !== undefined && (
          <>
            {bill.data.prices.areExamples === true && <p className="note">{words.examples}</p>}
            <p className="quiet">
              {words.since(new Date(bill.data.since).toLocaleString(language))}
            </p>
            {bill.data.tables.length === 0 ? <p>{words.empty}</p> : <TableCosts bill={bill.data} />}
            {bill.data.searchIndexes.length > 0 && <IndexCosts bill={bill.data} />}
            <Prices prices={bill.data.prices} />
          </>
        )}
      </main>
    </Frame>
  )
}

/** Writes amounts in the currency of the prices, which may be any word. */
function useMoney({ currency }: BillResult['prices']): (amount: number) => string {
  const { language } = useReading()
  return (amount) =>
    `${amount.toLocaleString(language, { minimumFractionDigits: 4, maximumFractionDigits: 4 })} ${currency}`
}

function TableCosts({ bill: { tables, prices } }: { bill: BillResult }) {
  const words = useRoomTexts(billTexts)
  const { language } = useReading()
  const money = useMoney(prices)
  const number = (value: number): string => value.toLocaleString(language)
  return (
    <ScrollFrame label={words.table}>
      <table className="list">
        <thead>
          <tr>
            <th>{words.table}</th>
            <th className="number">{words.reads}</th>
            <th className="number">{words.writes}</th>
            <th className="number">{words.unitsCost}</th>
            <th className="number">{words.size}</th>
            <th className="number">{words.storageCost}</th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <tr key={table.table}>
              <td>{table.table}</td>
              <td className="number">{number(table.readUnits)}</td>
              <td className="number">{number(table.writeUnits)}</td>
              <td className="number">{money(unitsCost(table, prices))}</td>
              <td className="number">{shortBytes(table.bytes, language)}</td>
              <td className="number">{money(storageCost(table.bytes, prices))}</td>
            </tr>
          ))}
          <tr className="total">
            <td>{words.total}</td>
            <td className="number">{number(sumOf(tables, ({ readUnits }) => readUnits))}</td>
            <td className="number">{number(sumOf(tables, ({ writeUnits }) => writeUnits))}</td>
            <td className="number">{money(sumOf(tables, (each) => unitsCost(each, prices)))}</td>
            <td className="number">
              {shortBytes(
                sumOf(tables, ({ bytes }) => bytes),
                language,
              )}
            </td>
            <td className="number">
              {money(sumOf(tables, ({ bytes }) => storageCost(bytes, prices)))}
            </td>
          </tr>
        </tbody>
      </table>
    </ScrollFrame>
  )
}

function IndexCosts({ bill: { searchIndexes, prices } }: { bill: BillResult }) {
  const words = useRoomTexts(billTexts)
  const { language } = useReading()
  const money = useMoney(prices)
  return (
    <>
      <ScrollFrame label={words.index}>
        <table className="list">
          <thead>
            <tr>
              <th>{words.index}</th>
              <th className="number">{words.rows}</th>
              <th className="number">{words.size}</th>
              <th className="number">{words.reserved}</th>
              <th className="number">{words.indexCost}</th>
            </tr>
          </thead>
          <tbody>
            {searchIndexes.map((index) => (
              <tr key={`${index.table} ${index.index}`}>
                <td>
                  {index.table} / {index.index}
                </td>
                <td className="number">{index.rows.toLocaleString(language)}</td>
                <td className="number">{shortBytes(index.bytes, language)}</td>
                <td className="number">{index.units.toLocaleString(language)}</td>
                <td className="number">{money(indexCost(index, prices))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      <p className="quiet">{words.indexRule}</p>
    </>
  )
}

function Prices({ prices }: { prices: BillResult['prices'] }) {
  const words = useRoomTexts(billTexts)
  const money = useMoney(prices)
  const listed = [
    [words.readPrice, prices.readUnitsPer10000],
    [words.writePrice, prices.writeUnitsPer10000],
    [words.storagePrice, prices.storageGbMonth],
    [words.indexPrice, prices.indexUnitHour],
  ] as const
  return (
    <section aria-label={words.prices}>
      <h2>{words.prices}</h2>
      <dl>
        {listed.map(([name, price]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{money(price)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const sumOf = <Item,>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0)
