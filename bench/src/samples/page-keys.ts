import type { Client } from '@rowhouse/client'
import { sort } from '@rowhouse/client'
import { type KnownSample, timed } from '@rowhouse/demos'
import { invariant } from '@rowhouse/platform'
import { mainIndexOf } from './main-index.js'

const KEYS_PER_PAGE = 1_000

/** Follows the tokens of all rows until so many keys were read; answers their number and the time. */
export async function pageKeys(client: Client, { sample }: KnownSample, keys: number) {
  const { index } = mainIndexOf(client, sample)
  const { answer, ms } = await timed(async () => {
    let read = 0
    // An index with nested fields gives no token without a sort.
    const byKey = { sort: [sort.byKey()], limit: KEYS_PER_PAGE, columns: 'none' } as const
    const rows = index.rows(byKey)
    for await (const _ of rows) if ((read += 1) === keys) break
    invariant(read === keys, 'the sample has so many rows')
    return read
  })
  return { keys: answer, ms }
}
