import type { ShownRow, TableShape } from '@rowhouse/console-gate/shapes'
import { useCallback, useMemo, useState } from 'react'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { TableFrame } from '../tables/table-frame.js'
import { useTexts } from '../texts/use-texts.js'
import { ColumnChooser } from './column-chooser.js'
import { EditRow } from './edit-row.js'
import { type FoundColumn, foundColumns } from './found-columns.js'
import type { GridColumn } from './grid-row.js'
import { Grid } from './grid.js'
import { KeyBar } from './key-bar.js'
import { type KeyRange, KeyTextError, rangeOf } from './key-question.js'
import { RowPanel } from './row-panel.js'
import './rows.css'
import { type RowsAddress, useRowsAddress } from './rows-address.js'
import { SidePanel } from './side-panel.js'
import { keyName, useRows, useTable } from './use-rows.js'

/** The rows of a table: a range of keys, the grid, and a panel beside it. */
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
  const { range, error } = readQuestion(shape, address)
  const found = useRows(instance, shape.table, range)
  const pages = found.data?.pages
  const rows = useMemo(() => pages?.flatMap(({ answer }) => answer.rows) ?? [], [pages])
  const columns = useMemo(() => foundColumns(rows), [rows])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return (
    <div className="rows">
      <main className="page">
        <RowsHead shape={shape} columns={columns} rows={rows.length} />
        {error !== undefined && (
          <p className="note error" role="alert">
            {texts.rows[error.reason](error.column)}
          </p>
        )}
        {found.error !== null && (
          <ErrorNote error={found.error} retry={() => void found.refetch()} />
        )}
        {range !== undefined && found.isPending && <Skeleton label={texts.loading} />}
        {pages !== undefined && rows.length === 0 && <p className="empty">{texts.rows.empty}</p>}
        {rows.length > 0 && (
          <RowsGrid
            shape={shape}
            rows={rows}
            found={columns}
            address={address}
            open={(row) => change({ panel: { kind: 'row', key: row.key } })}
            more={more}
          />
        )}
        {pages !== undefined && (
          <p className="status" role="status">
            <span>{texts.rows.loaded(rows.length)}</span>
            <span>{texts.rows.took(Math.round(sum(pages.map(({ took }) => took))))}</span>
            <span>{texts.rows.units(sum(pages.map(({ answer }) => answer.units.read)))}</span>
            {!hasNextPage && rows.length > 0 && <span>{texts.rows.end}</span>}
          </p>
        )}
      </main>
      <OpenPanel instance={instance} shape={shape} inserted={() => void found.refetch()} />
    </div>
  )
}

/** What is asked for, which columns are shown, and the way to a new row. */
function RowsHead({
  shape,
  columns,
  rows,
}: {
  shape: TableShape
  columns: readonly FoundColumn[]
  rows: number
}) {
  const texts = useTexts().rows
  const signed = useSigned()
  const [address, change] = useRowsAddress()
  return (
    <div className="page-head">
      <KeyBar
        key={JSON.stringify(address.question)}
        columns={shape.key}
        question={address.question}
        ask={(question) => change({ question, panel: undefined })}
      />
      <span className="last" />
      <ColumnChooser
        columns={columns}
        rows={rows}
        hidden={address.hidden}
        change={(hidden) => change({ hidden })}
      />
      {mayWrite(signed) && (
        <button type="button" className="button" onClick={() => change({ panel: { kind: 'new' } })}>
          {texts.insert}
        </button>
      )}
    </div>
  )
}

/** The panel that the address names: a row, or the form of a new one. */
function OpenPanel({
  instance,
  shape,
  inserted,
}: {
  instance: string
  shape: TableShape
  inserted: () => void
}) {
  const texts = useTexts().row
  const [{ panel }, change] = useRowsAddress()
  const close = (): void => change({ panel: undefined })
  if (panel?.kind === 'row') {
    const { key } = panel
    const name = keyName(key)
    return <RowPanel key={name} instance={instance} table={shape} rowKey={key} close={close} />
  }
  if (panel === undefined) return null
  const saved = (): void => {
    close()
    inserted()
  }
  return (
    <SidePanel title={texts.newRow} close={close}>
      <EditRow instance={instance} table={shape} kind="new" cancel={close} saved={saved} />
    </SidePanel>
  )
}

const KEY_WIDTH = 180
const COLUMN_WIDTH = 150
const WIDTH_MIN = 48

function RowsGrid({
  shape,
  rows,
  found,
  address,
  open,
  more,
}: {
  shape: TableShape
  rows: readonly ShownRow[]
  found: readonly FoundColumn[]
  address: RowsAddress
  open: (row: ShownRow) => void
  more: () => void
}) {
  const texts = useTexts()
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map())
  const columns = useMemo((): readonly GridColumn[] => {
    const hidden = new Set(address.hidden)
    const key = shape.key.map(({ name }) => ({ name, isKey: true, width: KEY_WIDTH }))
    const others = found
      .filter(({ name }) => !hidden.has(name))
      .map(({ name }) => ({ name, isKey: false, width: COLUMN_WIDTH }))
    return [...key, ...others].map((column) => ({
      ...column,
      width: widths.get(column.name) ?? column.width,
    }))
  }, [shape, found, address.hidden, widths])
  const openKey = address.panel?.kind === 'row' ? keyName(address.panel.key) : undefined
  const openRow = openKey === undefined ? -1 : rows.findIndex(({ key }) => keyName(key) === openKey)
  return (
    <Grid
      label={texts.rows.title}
      rows={rows}
      columns={columns}
      openRow={openRow < 0 ? undefined : openRow}
      onOpen={(at) => {
        const row = rows[at]
        if (row !== undefined) open(row)
      }}
      onEnd={more}
      onWidth={(column, width) =>
        setWidths(new Map(widths).set(column, Math.max(WIDTH_MIN, width)))
      }
    />
  )
}

function readQuestion(
  shape: TableShape,
  { question }: RowsAddress,
): { readonly range?: KeyRange; readonly error?: KeyTextError } {
  try {
    return { range: rangeOf(shape.key, question) }
  } catch (error) {
    if (error instanceof KeyTextError) return { error }
    throw error
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
