import type { TableShape } from '@rowhouse/console-gate/shapes'
import { Frame } from '../frame/frame.js'
import { importPath, tablesPath } from '../frame/paths.js'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { useTable } from '../rows/use-rows.js'
import { TableFrame } from '../tables/table-frame.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import { ImportPlan } from './import-plan-form.js'
import { ImportRun } from './import-run.js'
import './imports.css'
import { importsTexts } from './imports-texts.js'
import { isImport } from './start-import.js'
import { useWorkAt, useWorks } from '../parts/works.js'

/** A file becomes a table. */
export function NewTableImportPage({ instance }: { instance: string }) {
  const texts = useRoomTexts(importsTexts)
  const common = useTexts()
  const list = { label: common.tables.title, path: tablesPath(instance) }
  return (
    <Frame
      instance={instance}
      steps={[{ label: list.label, siblings: [list] }]}
      here={{ label: texts.name, siblings: [] }}
    >
      <main className="page">
        <h1>{texts.newTitle}</h1>
        <Import instance={instance} shape={undefined} />
      </main>
    </Frame>
  )
}

/** The rows of a file go into a table that exists. */
export function ImportPage({ instance, table }: { instance: string; table: string }) {
  const texts = useRoomTexts(importsTexts)
  const common = useTexts()
  const shape = useTable(instance, table)
  return (
    <TableFrame instance={instance} table={table} view="import">
      <main className="page">
        <h1>{texts.title(table)}</h1>
        {shape.error !== null && (
          <ErrorNote error={shape.error} retry={() => void shape.refetch()} />
        )}
        {shape.isPending && <Skeleton label={common.loading} />}
        {shape.data !== undefined && <Import instance={instance} shape={shape.data} />}
      </main>
    </TableFrame>
  )
}

function Import({ instance, shape }: { instance: string; shape: TableShape | undefined }) {
  const texts = useRoomTexts(importsTexts)
  const signed = useSigned()
  const works = useWorks()
  const started = useWorkAt(importPath(instance, shape?.table), isImport)
  if (!mayWrite(signed)) return <p className="note">{texts.readOnly}</p>
  if (started === undefined) {
    return <ImportPlan instance={instance} shape={shape} started={works.keep} />
  }
  return <ImportRun instance={instance} started={started} again={() => works.forget(started)} />
}
