import type { TableOverview } from '@rowhouse/console-gate/shapes'
import { useState } from 'react'
import { Link } from 'wouter'
import { Frame } from '../frame/frame.js'
import { importPath, rowsPath } from '../frame/paths.js'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { shortBytes, shortNumber } from '../parts/short-number.js'
import { Skeleton } from '../parts/skeleton.js'
import { useReading, useTexts } from '../texts/use-texts.js'
import { CreateTable } from './create-table.js'
import { KeyParts } from './key-parts.js'
import { useTables } from './use-tables.js'

/** The tables of an instance; nothing here counts rows. */
export function TablesPage({ instance }: { instance: string }) {
  const texts = useTexts()
  const signed = useSigned()
  const [isCreating, setCreating] = useState(false)
  const tables = useTables(instance)
  return (
    <Frame instance={instance} here={{ label: texts.tables.title, siblings: [] }}>
      <main className="page">
        <div className="page-head">
          <h1>{texts.tables.title}</h1>
          {tables.data !== undefined && (
            <span className="quiet">{texts.tables.count(tables.data.length)}</span>
          )}
          {mayWrite(signed) && !isCreating && (
            <span className="fields last">
              <Link href={importPath(instance)} className="button">
                {texts.tables.fromFile}
              </Link>
              <button type="button" className="button main" onClick={() => setCreating(true)}>
                {texts.tables.create}
              </button>
            </span>
          )}
        </div>
        {isCreating && <CreateTable instance={instance} done={() => setCreating(false)} />}
        {tables.isPending && <Skeleton label={texts.loading} />}
        {tables.error !== null && (
          <ErrorNote error={tables.error} retry={() => void tables.refetch()} />
        )}
        {tables.data?.length === 0 && !isCreating && (
          <div className="empty">
            <p>{texts.tables.empty}</p>
            <p className="quiet">{texts.tables.emptyHelp}</p>
          </div>
        )}
        {tables.data !== undefined && tables.data.length > 0 && (
          <TableList instance={instance} tables={tables.data} />
        )}
      </main>
    </Frame>
  )
}

function TableList({ instance, tables }: { instance: string; tables: readonly TableOverview[] }) {
  const { texts, language } = useReading()
  const number = (value: number) => shortNumber(value, language)
  return (
    <div className="list-frame">
      <table className="list">
        <thead>
          <tr>
            <th>{texts.tables.name}</th>
            <th>{texts.tables.key}</th>
            <th className="number">{texts.tables.size}</th>
            <th className="number wide-only">{texts.tables.partitions}</th>
            <th className="number wide-only">{texts.tables.reads}</th>
            <th className="number wide-only">{texts.tables.writes}</th>
            <th className="wide-only">{texts.tables.indexes}</th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <tr key={table.table}>
              <td>
                <Link
                  className="long-name"
                  href={rowsPath(instance, table.table)}
                  title={table.table}
                >
                  {table.table}
                </Link>
              </td>
              <td>
                <KeyParts columns={table.key} />
              </td>
              <td className="number" title={table.bytes.toLocaleString(language)}>
                {shortBytes(table.bytes, language)}
              </td>
              <td className="number wide-only">{number(table.partitions)}</td>
              <td className="number wide-only">{number(table.unitsRead)}</td>
              <td className="number wide-only">{number(table.unitsWritten)}</td>
              <td className="wide-only">
                <IndexCounts table={table} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function IndexCounts({ table }: { table: TableOverview }) {
  const texts = useTexts().tables
  const counts = [
    table.indexes.length > 0 ? texts.secondary(table.indexes.length) : undefined,
    table.searchIndexes.length > 0 ? texts.search(table.searchIndexes.length) : undefined,
  ].filter((count) => count !== undefined)
  return <span className="quiet">{counts.length === 0 ? texts.none : counts.join(', ')}</span>
}
