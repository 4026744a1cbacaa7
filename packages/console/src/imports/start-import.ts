import { importPath } from '../frame/paths.js'
import type { GateClient } from '../gate/gate-client.js'
import type { Work } from '../parts/works.js'
import type { ColumnChoice } from './column-choices.js'
import { newKey } from './column-choices.js'
import { FileImport } from './file-import.js'
import { type Reading, openRecords } from './file-records.js'
import type { MadeColumn } from './key-design.js'
import { RowMaker } from './row-of-record.js'

/** What is imported: a file, read in a way, into a table. */
export interface AskedImport {
  readonly instance: string
  readonly table: string
  readonly isNew: boolean
  readonly file: File
  readonly reading: Reading
  readonly choices: readonly ColumnChoice[]
  /** A key column that is made of others. */
  readonly made: MadeColumn | undefined
  /** The key's columns in their order. */
  readonly keyNames: readonly string[]
}

/** An import under way, which its page finds again. */
export interface StartedImport extends Work {
  readonly kind: 'import'
  readonly asked: AskedImport
  readonly work: FileImport
}

export const isImport = (work: Work): work is StartedImport =>
  'kind' in work && work.kind === 'import'

const BUSY_MS = 200

/** Creates the table if it is new, and begins to write rows. Rejects when the table is refused. */
export async function startImport(gate: GateClient, asked: AskedImport): Promise<StartedImport> {
  const { instance, table, isNew, file, reading, choices, made, keyNames } = asked
  if (isNew) {
    const options = { timeToLive: -1, maxVersions: 1, readUnits: 0, writeUnits: 0 }
    const key = newKey(choices, made?.target)
    await gate.ask(instance, { operation: 'CreateTable', table, key, columns: [], ...options })
  }
  const work = new FileImport({
    opened: openRecords(file, reading),
    maker: new RowMaker(choices, made, keyNames),
    write: (rows) =>
      gate.ask(instance, {
        operation: 'BatchWriteRow',
        table,
        rows: rows.map((row) => ({ kind: 'put', ...row })),
      }),
    wait: (tries) => new Promise((resolve) => setTimeout(resolve, BUSY_MS * 2 ** tries)),
  })
  void work.run()
  return {
    kind: 'import',
    path: importPath(instance, isNew ? undefined : table),
    asked,
    work,
    isRunning: () => ['running', 'stopping'].includes(work.progress.state),
    subscribe: work.subscribe,
    stop: work.stop,
  }
}
