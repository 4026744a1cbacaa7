import { Link, useLocation, useSearchParams } from 'wouter'
import { Frame } from '../frame/frame.js'
import { importPath, newTablePath, tablesPath } from '../frame/paths.js'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { useTexts } from '../texts/use-texts.js'
import { CreateTable } from './create-table.js'
import { TableList } from './table-list.js'
import { useTables } from './use-tables.js'

/** The tables of an instance; nothing here counts rows. */
export function TablesPage({ instance }: { instance: string }) {
  const texts = useTexts()
  const signed = useSigned()
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const isCreating = search.has('new') && mayWrite(signed)
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
              <Link href={newTablePath(instance)} className="button main">
                {texts.tables.create}
              </Link>
            </span>
          )}
        </div>
        {isCreating && (
          <CreateTable instance={instance} done={() => navigate(tablesPath(instance))} />
        )}
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
