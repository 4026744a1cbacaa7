import type { CursorRange, EntryCursor } from '../entry-cursor.js'
import { startWithin, tablesWithin } from '../versions/find-table.js'
import type { Run, Version } from '../versions/store-version.js'
import { type MergeSource, MergedCursor } from './merged-cursor.js'
import { RunCursor } from './run-cursor.js'

/** All entries of a range as of a sequence number. The version stays pinned until the cursor is closed. */
export function versionCursor(version: Version, sequence: number, range: CursorRange): EntryCursor {
  const memtables = version.memtables.map(
    ({ part }): MergeSource => ({
      cursor: part.cursor(range, sequence),
      rangeTombstones: part.rangeTombstones(sequence),
    }),
  )
  const runs = version.runs.flatMap((run) => runSource(run, range) ?? [])
  return new MergedCursor([...memtables, ...runs], range.reverse)
}

/** Undefined for a run that has nothing to say about the range. */
function runSource(run: Run, range: CursorRange): MergeSource | undefined {
  const tables = tablesWithin(run, range.start, range.end)
  const { rangeTombstones } = run
  if (tables.length === 0 && rangeTombstones.length === 0) return undefined
  const within = { ...range, start: startWithin(run, range.start) }
  const [only] = tables
  const cursor =
    only !== undefined && tables.length === 1
      ? only.reader.cursor(within)
      : new RunCursor(tables, within)
  return { cursor, rangeTombstones }
}
