import type { Client } from '@rowhouse/client'
import { type KnownSample, timed } from '@rowhouse/demos'
import { mainIndexOf } from './main-index.js'

const KEYS_PER_PAGE = 1_000

/** Follows the tokens of all rows until so many keys were read; answers their number and the time. */
export async function pageKeys(client: Client, { sample }: KnownSample, keys: number) {
  const { index } = mainIndexOf(client, sample)
  const { answer, ms } = await timed(async () => {
    let read = 0
    const rows = index.rows({ limit: KEYS_PER_PAGE, columns: 'none' })
    for await (const _ of rows) if ((read += 1) === keys) break
    return read
  })
  return { keys: answer, ms }
}
