import type { TableShape } from '@rowhouse/console-gate/shapes'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { tablesPath } from '../frame/paths.js'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { useTable } from '../rows/use-rows.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import { ChangeTable } from './change-table.js'
import { DefinedColumns } from './defined-columns.js'
import { DropTable } from './drop-table.js'
import { SecondaryIndexes } from './secondary-indexes.js'
import { TableFrame } from './table-frame.js'
import { tablesTexts } from './tables-texts.js'

/** What a table is: its options, its defined columns and secondary indexes, and its end. */
export function TableSettingsPage({ instance, table }: { instance: string; table: string }) {
  const texts = useTexts()
  const shape = useTable(instance, table)
  return (
    <TableFrame instance={instance} table={table} view="settings">
      <main className="page">
        {shape.error !== null && (
          <ErrorNote error={shape.error} retry={() => void shape.refetch()} />
        )}
        {shape.isPending && <Skeleton label={texts.loading} />}
        {shape.data !== undefined && <Settings instance={instance} shape={shape.data} />}
      </main>
    </TableFrame>
  )
}

function Settings({ instance, shape }: { instance: string; shape: TableShape }) {
  const texts = useRoomTexts(tablesTexts)
  const signed = useSigned()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const changed = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['table', instance, shape.table] })
    await queries.invalidateQueries({ queryKey: ['tables', instance] })
  }
  return (
    <>
      <h1>{texts.title(shape.table)}</h1>
      {!mayWrite(signed) && <p className="note">{texts.readOnly}</p>}
      <ChangeTable key={JSON.stringify(shape)} {...{ instance, shape, changed }} />
      <DefinedColumns {...{ instance, shape, changed }} />
      <SecondaryIndexes {...{ instance, shape, changed }} />
      {mayWrite(signed) && (
        <DropTable
          instance={instance}
          shape={shape}
          cleared={() => queries.resetQueries({ queryKey: ['rows', instance, shape.table] })}
          dropped={() => {
            void queries.invalidateQueries({ queryKey: ['tables', instance] })
            navigate(tablesPath(instance))
          }}
        />
      )}
    </>
  )
}
