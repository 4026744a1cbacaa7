import type { TableOverview } from '@rowhouse/console-gate/shapes'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Frame } from '../frame/frame.js'
import { partitionsPath } from '../frame/paths.js'
import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { shortNumber } from '../parts/short-number.js'
import { Skeleton } from '../parts/skeleton.js'
import { TableLink } from '../tables/table-link.js'
import { useTables } from '../tables/use-tables.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { HeatLegend } from './heat-legend.js'
import { type LoadMap, loadMap, unitsOfMinutes } from './load-map.js'
import { LoadStrip } from './load-strip.js'
import { inOrder, namesByLoad } from './load-order.js'
import { partitionsQuery } from './partitions-query.js'
import { partitionsTexts } from './partitions-texts.js'
import './partitions.css'

/** Each strip is a request of its own, so the others are shown without one. */
const STRIPS = 10

/** The tables of an instance, those with the most load first: where to look for a hot partition. */
export function LoadPage({ instance }: { instance: string }) {
  const { texts } = useReading()
  const words = useRoomTexts(partitionsTexts)
  const tables = useTables(instance)
  return (
    <Frame instance={instance} here={{ label: texts.partitions.title, siblings: [] }}>
      <main className="page">
        <div className="page-head">
          <h1>{texts.partitions.title}</h1>
          <span className="quiet">{words.loadHelp}</span>
        </div>
        {tables.isPending && <Skeleton label={texts.loading} />}
        {tables.error !== null && (
          <ErrorNote error={tables.error} retry={() => void tables.refetch()} />
        )}
        {tables.data?.length === 0 && <p className="empty">{texts.tables.empty}</p>}
        {tables.data !== undefined && tables.data.length > 0 && (
          <Loads key={instance} instance={instance} tables={tables.data} />
        )}
      </main>
    </Frame>
  )
}

function Loads({
  instance,
  tables: found,
}: {
  instance: string
  tables: readonly TableOverview[]
}) {
  const { texts, language } = useReading()
  const words = useRoomTexts(partitionsTexts)
  // Loads change while one looks at them, and rows that change places cannot be read.
  const [order, setOrder] = useState(() => namesByLoad(found))
  const tables = inOrder(found, order)
  const sorted = namesByLoad(found)
  const isSorted = tables.every(({ table }, at) => table === sorted[at])
  const maps = useLoadMaps(instance, tables.slice(0, STRIPS))
  const most = Math.max(0, ...[...maps.values()].flatMap((map) => unitsOfMinutes(map)))
  const number = (value: number) => shortNumber(value, language)
  return (
    <>
      <p>
        <button
          type="button"
          className="button"
          disabled={isSorted}
          onClick={() => setOrder(sorted)}
        >
          {words.sort}
        </button>
      </p>
      <div className="list-frame">
        <table className="list">
          <thead>
            <tr>
              <th>{texts.tables.name}</th>
              <th>{words.load}</th>
              <th className="number">{texts.tables.partitions}</th>
              <th className="number wide-only">{texts.tables.reads}</th>
              <th className="number wide-only">{texts.tables.writes}</th>
              <th className="wide-only">{words.hotValues}</th>
            </tr>
          </thead>
          <tbody>
            {tables.map((table) => {
              const map = maps.get(table.table)
              return (
                <tr key={table.table}>
                  <td>
                    <TableLink table={table.table} href={partitionsPath(instance, table.table)} />
                  </td>
                  <td className="strip-place">
                    {map !== undefined && <LoadStrip map={map} most={most} table={table.table} />}
                  </td>
                  <td className="number">{number(table.partitions)}</td>
                  <td className="number wide-only">{number(table.unitsRead)}</td>
                  <td className="number wide-only">{number(table.unitsWritten)}</td>
                  <td className="wide-only">
                    <HotValues values={table.hotKeys} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <HeatLegend most={most} />
    </>
  )
}

const HotValues = ({ values }: { values: readonly string[] }) =>
  values.map((value) => (
    <code key={value} className="hot-value">
      {value}
    </code>
  ))

/** The loads of tables by their names, as far as they are there. */
function useLoadMaps(
  instance: string,
  tables: readonly TableOverview[],
): ReadonlyMap<string, LoadMap> {
  const { gate } = useSigned()
  const found = useQueries({
    queries: tables.map(({ table }) => partitionsQuery(gate, instance, table)),
  })
  return new Map(
    found.flatMap(({ data, dataUpdatedAt }) =>
      data === undefined ? [] : [[data.table, loadMap(data.partitions, 'all', dataUpdatedAt)]],
    ),
  )
}
