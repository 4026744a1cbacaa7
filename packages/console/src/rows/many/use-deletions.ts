import type { TableShape } from '@rowhouse/console-gate/shapes'
import { useQueryClient } from '@tanstack/react-query'
import { useSigned } from '../../gate/use-gate.js'
import { type Work, useWorks, useWorksAt } from '../../parts/works.js'
import { usePatchRows } from '../loaded-rows.js'
import type { Victims } from './delete-rows.js'
import { DeletionWork } from './deletion-work.js'

export interface Deletions {
  /** The oldest first. */
  readonly works: readonly DeletionWork[]
  readonly begin: (table: TableShape, victims: Victims) => void
}

interface DeletionPlace {
  readonly instance: string
  readonly table: string
  /** The page that shows them. */
  readonly path: string
  /** What else shows rows of the table is asked again by this, after rows are gone or back. */
  readonly alsoRefresh?: () => void
}

const isDeletion = (work: Work): work is DeletionWork => work instanceof DeletionWork

/** The deletions of a page; they go on, and can be undone, when other pages were shown meanwhile. */
export function useDeletions({ instance, table, path, alsoRefresh }: DeletionPlace): Deletions {
  const { gate } = useSigned()
  const works = useWorks()
  const patch = usePatchRows(instance, table)
  const queries = useQueryClient()
  const begin = (shape: TableShape, victims: Victims): void => {
    const work = new DeletionWork({
      path,
      asked: { gate, instance },
      table: shape,
      victims,
      now: () => Date.now(),
      gone: (keys) => {
        patch(keys.map((key) => ({ key, row: undefined })))
        alsoRefresh?.()
      },
      refresh: async () => {
        alsoRefresh?.()
        await queries.invalidateQueries({ queryKey: ['row', instance, table] })
        await queries.resetQueries({ queryKey: ['rows', instance, table] })
      },
    })
    works.keep(work)
  }
  return { works: useWorksAt(path, isDeletion), begin }
}
