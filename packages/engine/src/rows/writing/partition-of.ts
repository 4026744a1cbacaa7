import { expectDefined } from '@rowhouse/platform'
import { encodeRowKey } from '../../keys/encode-key.js'
import type { RowWrite } from './bound-write.js'

/** The encoded partition-key value of a write, even if another key column is still to be generated. */
export const partitionOf = ({
  primaryKey,
  rowKey,
}: Pick<RowWrite, 'primaryKey' | 'rowKey'>): Buffer => {
  if (rowKey !== undefined) return rowKey.partition
  const first = expectDefined(primaryKey[0]?.value, 'a bound write has its partition-key value')
  return encodeRowKey([first]).partition
}
