import type { TableShape } from '@rowhouse/console-gate/shapes'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSigned } from '../../gate/use-gate.js'
import { usePatchRows } from '../loaded-rows.js'
import {
  type DeletionProgress,
  type FailedRow,
  type Victims,
  deleteRows,
  putBack,
} from './delete-rows.js'
import { allowingTimesOf } from './old-times.js'

/** A deletion begins so long after it was asked for, and may be cancelled until then. */
export const DELETION_DELAY_MS = 10_000

export type DeletionState =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly victims: Victims; readonly startsAt: number }
  | { readonly kind: 'deleting'; readonly progress: DeletionProgress }
  | { readonly kind: 'deleted'; readonly progress: DeletionProgress; readonly error?: Error }
  | { readonly kind: 'restoring'; readonly done: number; readonly of: number }
  | { readonly kind: 'restored'; readonly rows: number; readonly failed: readonly FailedRow[] }
  | { readonly kind: 'failed'; readonly error: Error }

export interface Deletion {
  readonly state: DeletionState
  readonly begin: (victims: Victims) => void
  /** Before it begins nothing is deleted; later what is deleted stays so. */
  readonly cancel: () => void
  readonly undo: () => void
  readonly close: () => void
}

const NOTHING: DeletionProgress = { deleted: [], failed: [], kept: [] }

/** Deletes many rows after a while in which the person may think again, and puts them back. */
export function useDeletion(instance: string, table: TableShape): Deletion {
  const { gate } = useSigned()
  const patch = usePatchRows(instance, table.table)
  const queries = useQueryClient()
  const [state, setState] = useState<DeletionState>({ kind: 'none' })
  const stop = useRef<AbortController>(undefined)
  const asked = { gate, instance }
  const refresh = () => queries.resetQueries({ queryKey: ['rows', instance, table.table] })
  const run = async (victims: Victims): Promise<void> => {
    let progress = NOTHING
    const tell = (next: DeletionProgress): void => {
      progress = next
      setState({ kind: 'deleting', progress })
    }
    const signal = (stop.current ?? new AbortController()).signal
    setState({ kind: 'deleting', progress })
    try {
      await deleteRows(asked, table, victims, { signal, tell })
      setState({ kind: 'deleted', progress })
    } catch (error) {
      setState({ kind: 'deleted', progress, error: asError(error) })
    }
    if (victims.kind === 'all') await refresh()
    else patch(progress.deleted.map((key) => ({ key, row: undefined })))
  }
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (state.kind !== 'waiting') return
    const timer = setTimeout(() => void latest.current(state.victims), DELETION_DELAY_MS)
    return () => clearTimeout(timer)
  }, [state])
  const undo = async (progress: DeletionProgress): Promise<void> => {
    const { kept } = progress
    const tell = (done: number): void => setState({ kind: 'restoring', done, of: kept.length })
    tell(0)
    try {
      const put = () => putBack(asked, table.table, kept, tell)
      const failed = await allowingTimesOf(asked, table, kept, put)
      setState({ kind: 'restored', rows: kept.length - failed.length, failed })
    } catch (error) {
      setState({ kind: 'failed', error: asError(error) })
    }
    await refresh()
  }
  return {
    state,
    begin: (victims) => {
      stop.current = new AbortController()
      setState({ kind: 'waiting', victims, startsAt: Date.now() + DELETION_DELAY_MS })
    },
    cancel: () => {
      stop.current?.abort()
      if (state.kind === 'waiting') setState({ kind: 'none' })
    },
    undo: () => {
      if (state.kind === 'deleted') void undo(state.progress)
    },
    close: () => setState({ kind: 'none' }),
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))
