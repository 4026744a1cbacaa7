import type { ShownRow, TableShape } from '@rowhouse/console-gate/shapes'
import { useQuery } from '@tanstack/react-query'
import { useSigned } from '../../gate/use-gate.js'
import { columnsOfPage } from '../../rows/found-columns.js'
import { everything, rangeOf } from '../../rows/key-question.js'
import { useTable } from '../../rows/use-rows.js'
import type { DataObject } from '../forms/form.js'
import { fieldOfColumn } from './field-options.js'

const LOOKED_AT = 100
const CUT = 64

/** Fields for the columns of a table: its key, its defined columns, and those of its first rows. */
export function useColumnFields(
  instance: string,
  table: string,
): readonly DataObject[] | undefined {
  const { gate } = useSigned()
  const shape = useTable(instance, table).data
  const rows = useQuery({
    queryKey: ['first-rows', instance, table],
    enabled: shape !== undefined,
    queryFn: async ({ signal }): Promise<readonly ShownRow[]> => {
      const { start, end } = rangeOf(shape?.key ?? [], everything)
      const request = {
        operation: 'GetRange',
        table,
        start,
        end,
        isBackward: false,
        limit: LOOKED_AT,
        columns: [],
        maxVersions: 1,
        time: undefined,
      } as const
      return (await gate.ask(instance, request, { signal, cut: CUT })).answer.rows
    },
  })
  if (shape === undefined || rows.data === undefined) return undefined
  return fieldsOf(shape, rows.data)
}

export function fieldsOf(shape: TableShape, rows: readonly ShownRow[]): readonly DataObject[] {
  const columns = new Map([...shape.key, ...shape.columns].map(({ name, type }) => [name, type]))
  for (const { name, type } of columnsOfPage(rows)) {
    if (!columns.has(name)) columns.set(name, type)
  }
  return Array.from(columns, ([name, type]) => fieldOfColumn(name, type)).filter(
    (field) => field !== undefined,
  )
}
