import type { TableShape } from '@rowhouse/console-gate/shapes'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { rowsPath } from '../../frame/paths.js'
import { useSigned } from '../../gate/use-gate.js'
import { type Work, useWorkAt, useWorks } from '../../parts/works.js'
import { usePatchRows } from '../loaded-rows.js'
import type { Victims } from './delete-rows.js'
import { type DeletionState, DeletionWork } from './deletion-work.js'

export interface Deletion {
  /** Absent while there is none. */
  readonly state: DeletionState | undefined
  /** A key that the server numbers cannot be written again, so nothing is put back. */
  readonly isFinal: boolean
  readonly begin: (victims: Victims) => void
  readonly cancel: () => void
  readonly undo: () => void
  readonly close: () => void
}

const isDeletion = (work: Work): work is DeletionWork => work instanceof DeletionWork

/** The deletion of rows of a table; it goes on, and can be undone, when other pages were shown meanwhile. */
export function useDeletion(instance: string, table: TableShape): Deletion {
  const { gate } = useSigned()
  const works = useWorks()
  const patch = usePatchRows(instance, table.table)
  const queries = useQueryClient()
  const path = rowsPath(instance, table.table)
  const work = useWorkAt(path, isDeletion)
  const found = useSyncExternalStore(work?.subscribe ?? never, work?.state ?? nothing)
  return {
    state: found?.kind === 'cancelled' ? undefined : found,
    isFinal: isFinalIn(table),
    begin: (victims) => {
      if (work !== undefined) works.forget(work)
      works.keep(
        new DeletionWork({
          path,
          asked: { gate, instance },
          table,
          victims,
          now: () => Date.now(),
          gone: (keys) => patch(keys.map((key) => ({ key, row: undefined }))),
          refresh: () => queries.resetQueries({ queryKey: ['rows', instance, table.table] }),
        }),
      )
    },
    cancel: () => work?.stop(),
    undo: () => void work?.undo(),
    close: () => {
      if (work !== undefined) works.forget(work)
    },
  }
}

export const isFinalIn = ({ key }: TableShape): boolean => key.some(({ isAuto }) => isAuto)

const never = () => () => {}
const nothing = (): undefined => undefined
