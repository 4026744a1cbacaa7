import type { RefusedRow, ShownRow } from '@rowhouse/console-gate/shapes'
import type { Key } from '@rowhouse/snippets'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type GateClient } from '../../gate/gate-client.js'
import { useSigned } from '../../gate/use-gate.js'
import { type NewerRow, usePatchRows } from '../loaded-rows.js'
import { keyName } from '../use-rows.js'
import {
  type CellEdit,
  type RowEdit,
  type RowEdits,
  editsRequest,
  withCell,
  without,
} from './row-edit.js'

/** Why an edit was not written: what the row has now where somebody else has changed it, or a refusal. */
export type Trouble =
  | { readonly kind: 'conflict'; readonly now: ShownRow | undefined }
  | { readonly kind: 'refused'; readonly refusal: RefusedRow }

/** Edits that wait for the person to apply them, and those that could not be written. */
export interface Changes {
  readonly edits: RowEdits
  readonly troubles: ReadonlyMap<string, Trouble>
  readonly isApplying: boolean
  readonly error: Error | null
  readonly set: (key: Key, cell: CellEdit) => void
  /** Puts an edit in the place of another of the same row. */
  readonly replace: (edit: RowEdit) => void
  readonly drop: (names: Iterable<string>) => void
  readonly apply: (edits: RowEdits) => void
}

export function useChanges(instance: string, table: string): Changes {
  const [edits, setEdits] = useState<RowEdits>(new Map())
  const [troubles, setTroubles] = useState<ReadonlyMap<string, Trouble>>(new Map())
  const applying = useApplyEdits(instance, table)
  const drop = (names: Iterable<string>): void => {
    const gone = [...names]
    setEdits((now) => without(now, gone))
    setTroubles((now) => new Map([...now].filter(([name]) => !gone.includes(name))))
  }
  return {
    edits,
    troubles,
    isApplying: applying.isPending,
    error: applying.error,
    set: (key, cell) => setEdits((now) => withCell(now, key, cell)),
    replace: (edit) => setEdits((now) => new Map(now).set(keyName(edit.key), edit)),
    drop,
    apply: (asked) =>
      applying.mutate(asked, {
        onSuccess: (failed) => {
          drop([...asked.keys()].filter((name) => !failed.has(name)))
          setTroubles((now) => new Map([...now, ...failed]))
        },
      }),
  }
}

/** Writes edits, and answers those that were not written. */
export function useApplyEdits(instance: string, table: string) {
  const { gate } = useSigned()
  const patch = usePatchRows(instance, table)
  return useMutation({
    mutationFn: async (edits: RowEdits) => {
      const waiting = [...edits.values()]
      const troubles = new Map<string, Trouble>()
      for (let at = 0; at < waiting.length; at += BATCH_ROWS) {
        const batch = waiting.slice(at, at + BATCH_ROWS)
        const { answer } = await gate.ask(instance, editsRequest(table, batch))
        const keys = batch.map(({ key }) => key)
        const now = await readRows(gate, instance, table, keys)
        patch(now)
        for (const [place, refusal] of answer.rows.entries()) {
          const edit = batch[place]
          if (refusal === null || edit === undefined) continue
          troubles.set(keyName(edit.key), troubleOf(refusal, now[place]?.row))
        }
      }
      return troubles
    },
  })
}

/** Rows of one BatchWriteRow; the reads behind it have the service's smaller bound. */
const BATCH_ROWS = 100

const troubleOf = (refusal: RefusedRow, now: ShownRow | undefined): Trouble =>
  refusal.code === 'OTSConditionCheckFail'
    ? { kind: 'conflict', now }
    : { kind: 'refused', refusal }

/** Rows as they are now, the newest version of each column. */
export async function readRows(
  gate: GateClient,
  instance: string,
  table: string,
  keys: readonly Key[],
): Promise<NewerRow[]> {
  const request = {
    operation: 'BatchGetRow',
    table,
    keys,
    columns: [],
    maxVersions: 1,
    time: undefined,
  } as const
  const { answer } = await gate.ask(instance, request)
  return keys.map((key, at) => {
    const row = answer.rows[at]
    return { key, row: row !== null && row !== undefined && 'columns' in row ? row : undefined }
  })
}
