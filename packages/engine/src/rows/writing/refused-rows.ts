import { CellOperation, type TablestoreError, errors } from '@rowhouse/protocol'
import type { RowWrite } from './bound-write.js'

/**
 * The writes of a batch that are refused one by one without a look at their table: updates without cells,
 * and writes to a repeated row that depend on it.
 */
export const refusedRows = (
  writes: readonly RowWrite[],
): ReadonlyMap<RowWrite, TablestoreError> => {
  const repeated = repeatedRows(writes)
  const refused = new Map<RowWrite, TablestoreError>()
  for (const write of writes) {
    const refusal = emptyUpdate(write) ?? (repeated.has(write) ? decisionOf(write) : undefined)
    if (refusal !== undefined) refused.set(write, refusal)
  }
  return refused
}

const repeatedRows = (writes: readonly RowWrite[]): ReadonlySet<RowWrite> => {
  const seen = new Map<string, RowWrite>()
  const repeated = new Set<RowWrite>()
  for (const write of writes) {
    // A key that is still to be generated equals no other.
    if (write.rowKey === undefined) continue
    const name = write.rowKey.key.toString('latin1')
    const other = seen.get(name)
    seen.set(name, write)
    if (other !== undefined) repeated.add(other).add(write)
  }
  return repeated
}

const emptyUpdate = ({ kind, cells }: RowWrite): TablestoreError | undefined =>
  kind === 'UPDATE' && cells.length === 0
    ? errors.parameterInvalid('Invalid update row request: missing cells in request.')
    : undefined

const decisionOf = (write: RowWrite): TablestoreError | undefined => {
  if (write.rowExistence !== 'IGNORE')
    return errors.parameterInvalid(
      'Repeated rows do not support row exist expectation check in BatchModify.',
    )
  if (write.columnCondition !== undefined)
    return errors.parameterInvalid(
      'Repeated rows do not support row condition check in BatchModify.',
    )
  if (write.cells.some(({ operation }) => operation === CellOperation.INCREMENT))
    return errors.parameterInvalid('Repeated rows do not support increment in BatchModify.')
  return undefined
}
