import type { ShownRow, TableShape } from '@rowhouse/console-gate/shapes'
import type { Key } from '@rowhouse/snippets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { useTexts } from '../texts/use-texts.js'
import { EditRow } from './edit-row.js'
import { rowQuery } from './loaded-rows.js'
import { deletionOf } from './many/deletion-requests.js'
import { RequestsAsCode } from './requests-as-code.js'
import { RowValues } from './row-values.js'
import { SidePanel } from './side-panel.js'
import { isCut } from './value-text.js'

/** Bytes of a value that the panel shows; one click loads the rest. */
const PANEL_CUT = 65_536

interface PanelProps {
  readonly instance: string
  readonly table: TableShape
  readonly rowKey: Key
  readonly close: () => void
  /** Deletes the row, after a while in which it may be kept. */
  readonly remove: () => void
}

type Mode = 'view' | 'edit' | 'clone' | 'code'

/** One row with all its columns, versions and times, to read, change, clone or delete. */
export function RowPanel({ instance, table, rowKey, close, remove }: PanelProps) {
  const texts = useTexts()
  const signed = useSigned()
  const queries = useQueryClient()
  const [mode, setMode] = useState<Mode>('view')
  const [isWhole, setWhole] = useState(false)
  const { request, name, row } = useRow(instance, table, rowKey, isWhole)
  const changed = async (): Promise<void> => {
    setMode('view')
    await queries.invalidateQueries({ queryKey: name })
  }
  const found = row.data ?? undefined
  const isCutShort = found?.columns.some(({ value }) => isCut(value)) ?? false
  return (
    <SidePanel
      title={texts.row.title}
      close={close}
      actions={
        <PanelActions
          mode={mode}
          setMode={setMode}
          isThere={found !== undefined}
          isWhole={!isCutShort}
          remove={remove}
        />
      }
    >
      {row.isPending && <Skeleton label={texts.loading} />}
      {row.error !== null && <ErrorNote error={row.error} />}
      {row.data === null && <p className="note">{texts.row.gone}</p>}
      {found !== undefined && mode === 'view' && <RowValues row={found} />}
      {found !== undefined && (mode === 'edit' || mode === 'clone') && (
        <EditRow
          instance={instance}
          table={table}
          row={found}
          kind={mode}
          saved={() => void changed()}
          cancel={() => setMode('view')}
        />
      )}
      {mode === 'view' && isCutShort && (
        <p>
          <button type="button" className="button" onClick={() => setWhole(true)}>
            {texts.row.whole}
          </button>
        </p>
      )}
      {mode === 'code' && (
        <RequestsAsCode
          requests={mayWrite(signed) ? [request, deletionOf(table.table, rowKey)] : [request]}
          instance={instance}
        />
      )}
    </SidePanel>
  )
}

/** The row, as it is now; null when it does not exist. */
function useRow(instance: string, table: TableShape, key: Key, isWhole: boolean) {
  const { gate } = useSigned()
  const request = {
    operation: 'GetRow',
    table: table.table,
    key,
    columns: [],
    maxVersions: table.maxVersions,
    time: undefined,
  } as const
  const name = rowQuery(instance, table.table, key)
  const row = useQuery({
    queryKey: [...name, isWhole],
    queryFn: async ({ signal }): Promise<ShownRow | null> => {
      const options = isWhole ? { signal } : { signal, cut: PANEL_CUT }
      return (await gate.ask(instance, request, options)).answer.row ?? null
    },
  })
  return { request, name, row }
}

/** What can be done with the row. A value that is cut must be loaded before it can be cloned. */
function PanelActions({
  mode,
  setMode,
  isThere,
  isWhole,
  remove,
}: {
  mode: Mode
  setMode: (mode: Mode) => void
  isThere: boolean
  isWhole: boolean
  remove: () => void
}) {
  const texts = useTexts().row
  const signed = useSigned()
  return (
    <>
      {mayWrite(signed) && isThere && mode === 'view' && (
        <>
          <button type="button" className="button" onClick={() => setMode('edit')}>
            {texts.edit}
          </button>
          <button
            type="button"
            className="button"
            disabled={!isWhole}
            onClick={() => setMode('clone')}
          >
            {texts.clone}
          </button>
          <button type="button" className="button danger" onClick={remove}>
            {texts.delete}
          </button>
        </>
      )}
      <button
        type="button"
        className="button"
        aria-pressed={mode === 'code'}
        onClick={() => setMode(mode === 'code' ? 'view' : 'code')}
      >
        {texts.code}
      </button>
    </>
  )
}
