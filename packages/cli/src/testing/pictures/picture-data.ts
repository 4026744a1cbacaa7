import { type Client, defineTable } from '@rowhouse/client'
import { KNOWN_SAMPLES } from '@rowhouse/demos'
import { loadSamples } from '../load-samples.js'

const LONGEST_VALUE = 2 * 1024 * 1024
const MOST_COLUMNS = 1_024

const worst = defineTable({
  name: 'worst',
  key: { name: 'string', id: 'integer' },
  columns: { title: 'string', text: 'string', bytes: 'binary', number: 'integer' },
})

const empty = defineTable({ name: 'empty', key: { id: 'string' }, columns: { title: 'string' } })

const HOSTILE = [
  ['مرحبا بالعالم — نص من اليمين إلى اليسار', 'عنوان طويل باللغة العربية مع كلمات English'],
  ['<img src=x onerror=alert(1)>', '<script>alert(1)</script>'],
  ['\u202eevil\u202c', 'a\u0000b\tc\nd'],
  ['x'.repeat(900), 'a-text-without-a-single-space-'.repeat(40)],
  ['👩‍👩‍👧‍👦 ひらがな 한국어', ''],
] as const

/** The samples, rows as nobody wants them, and a table and an index without any. */
export async function fillForPictures(client: Client, rows: number): Promise<void> {
  await loadSamples(client, Object.keys(KNOWN_SAMPLES), rows)
  await fillWorst(client)
  const table = await client.createTable(empty)
  await table.index('empty_index').create({ fields: { id: 'KEYWORD', title: 'TEXT' } })
}

async function fillWorst(client: Client): Promise<void> {
  const table = await client.createTable(worst)
  for (const [nth, [name, title]] of HOSTILE.entries()) {
    await table.put({ name, id: BigInt(nth) - 2n ** 63n, title })
  }
  const wide: Readonly<Record<string, bigint>> = Object.fromEntries(
    Array.from({ length: MOST_COLUMNS }, (_, nth) => [`column_${nth}`, BigInt(nth)]),
  )
  await table.put({ name: 'wide', id: 1n, ...wide })
  await table.put({ name: 'large', id: 1n, text: '值'.repeat(LONGEST_VALUE / 3) })
  const bytes = Uint8Array.from({ length: LONGEST_VALUE }, (_, nth) => nth % 256)
  await table.put({ name: 'large', id: 2n ** 63n - 1n, bytes })
  const title = { type: 'TEXT', enableHighlighting: true } as const
  await table.index('worst_index').create({
    fields: { name: 'KEYWORD', title, id: 'LONG', number: 'LONG' },
  })
}
