import type { FileRecord } from '@rowhouse/transfer/records'
import { keyName } from '../rows/use-rows.js'
import type { RowMaker, RowPut } from './row-of-record.js'

/** What the sample says of the import, though the service would take it. */
interface SampleWarnings {
  /** Records of the sample that would be refused, by the column that makes them so. */
  readonly wrong: ReadonlyMap<string, number>
  /** Records of the sample whose key an earlier one has as well: they would replace it. */
  readonly repeated: number
  /** The keys of the first rows. */
  readonly keys: readonly RowPut['key'][]
}

const KEYS_SHOWN = 3

export function warningsOf(maker: RowMaker, sample: readonly FileRecord[]): SampleWarnings {
  const shown: RowPut['key'][] = []
  const wrong = new Map<string, number>()
  const keys = new Set<string>()
  let rows = 0
  for (const record of sample) {
    const made = maker.rowOf(record)
    if ('problem' in made) wrong.set(made.column, (wrong.get(made.column) ?? 0) + 1)
    else {
      rows += 1
      keys.add(keyName(made.row.key))
      if (shown.length < KEYS_SHOWN) shown.push(made.row.key)
    }
  }
  return { wrong, repeated: rows - keys.size, keys: shown }
}
