import type { TableShape } from '@rowhouse/console-gate/shapes'
import { rowsPath } from '../frame/paths.js'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { TableFrame } from '../tables/table-frame.js'
import { useTexts } from '../texts/use-texts.js'
import { ChangesBar } from './changes/changes-bar.js'
import { FilterBar } from './filter/filter-bar.js'
import { type FilterChoices, choicesOf } from './filter/filter-choices.js'
import { DeletionBars } from './many/deletion-bar.js'
import { SelectionBar } from './many/selection-bar.js'
import { useDeletions } from './many/use-deletions.js'
import { OpenPanel } from './open-panel.js'
import { RowsGrid } from './rows-grid.js'
import { RowsHead } from './rows-head.js'
import { RowsStatus } from './rows-status.js'
import './rows.css'
import { useMemo } from 'react'
import { useRowsAddress } from './rows-address.js'
import { useRowsRoom } from './use-rows-room.js'
import { useTable } from './use-rows.js'

/** The rows of a table: a range of keys, a filter, the grid, and a panel beside it. */
export function RowsPage({ instance, table }: { instance: string; table: string }) {
  const texts = useTexts()
  const shape = useTable(instance, table)
  return (
    <TableFrame instance={instance} table={table} view="rows">
      {shape.data === undefined ? (
        <main className="page">
          {shape.error === null ? (
            <Skeleton label={texts.loading} />
          ) : (
            <ErrorNote error={shape.error} retry={() => void shape.refetch()} />
          )}
        </main>
      ) : (
        <Rows instance={instance} shape={shape.data} />
      )}
    </TableFrame>
  )
}

function Rows({ instance, shape }: { instance: string; shape: TableShape }) {
  const texts = useTexts()
  const [address, change] = useRowsAddress()
  const room = useRowsRoom(instance, shape)
  const path = rowsPath(instance, shape.table)
  const deletions = useDeletions({ instance, table: shape.table, path })
  const { found, rows, columns, keyError } = room
  const choices = useMemo(
    (): FilterChoices => choicesOf(shape, columns, rows),
    [shape, columns, rows],
  )
  const isEmpty = found.data !== undefined && rows.length === 0 && !found.hasNextPage
  return (
    <div className="rows">
      <main className="page">
        <RowsHead instance={instance} shape={shape} room={room} />
        <FilterBar
          clauses={address.clauses}
          choices={choices}
          change={(clauses) => change({ clauses, panel: undefined })}
        />
        {keyError !== undefined && (
          <p className="note error" role="alert">
            {texts.rows[keyError.reason](keyError.column)}
          </p>
        )}
        {found.error !== null && (
          <ErrorNote error={found.error} retry={() => void found.refetch()} />
        )}
        {keyError === undefined && found.isPending && <Skeleton label={texts.loading} />}
        {isEmpty && <p className="empty">{texts.rows.empty}</p>}
        {rows.length > 0 && <RowsGrid shape={shape} room={room} />}
        {found.data !== undefined && <RowsStatus room={room} pages={found.data.pages} />}
        <SelectionBar instance={instance} shape={shape} room={room} deletions={deletions} />
        <DeletionBars deletions={deletions} />
        <ChangesBar changes={room.changes} review={() => change({ panel: { kind: 'changes' } })} />
      </main>
      <OpenPanel instance={instance} shape={shape} room={room} deletions={deletions} />
    </div>
  )
}
