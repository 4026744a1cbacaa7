import { type FileHandle, expectDefined } from '@rowhouse/platform'
import { expect, it } from 'vitest'
import { BlockCache } from '../blocks/block-cache.js'
import { StoreDamagedError } from '../store-damaged-error.js'
import { type ModelEntry, sortedEntries, walk, writeTable } from '../testing/written-table.js'
import { type TableReader, openTable } from './table-reader.js'

const SMALL = { number: 17, compress: false, blockBytes: 128 }
const entries = sortedEntries(
  Array.from({ length: 40 }, (_, at) => ({
    key: Buffer.from(`key ${at * 7}`),
    value: at % 5 === 0 ? undefined : Buffer.alloc(at % 11, at),
  })),
)

const handleOver = async (content: Buffer): Promise<FileHandle> => {
  const { files, path } = await writeTable(entries.slice(0, 1), SMALL)
  const file = await files.open(path, 'write')
  await file.truncate(0)
  await file.write(content, 0)
  return file
}

const contentOf = async (compress = false): Promise<Buffer> => {
  const { files, path, facts } = await writeTable(entries, { ...SMALL, compress })
  return (await files.open(path, 'read')).read(0, facts.bytes)
}

/** Every answer is right, or an error that names the file. */
async function expectRightOrDamaged(content: Buffer): Promise<void> {
  const damaged: unknown[] = []
  const tryTo = async <T>(read: () => Promise<T> | T): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      damaged.push(error)
      return undefined
    }
  }
  const file = await handleOver(content)
  const table = await tryTo(() => openTable(file, 17, new BlockCache(1280, { slotBytes: 128 })))
  if (table !== undefined) await readAll(table, tryTo)
  expect(damaged.length).toBeGreaterThan(0)
  for (const error of damaged) {
    expect(error).toBeInstanceOf(StoreDamagedError)
    expect(String(error)).toContain('00000017.table')
  }
}

async function readAll(
  table: TableReader,
  tryTo: <T>(read: () => Promise<T> | T) => Promise<T | undefined>,
): Promise<void> {
  for (const { key, value } of entries) {
    let isRead = false
    const found = await tryTo(async () => {
      const result = await table.get(key)
      isRead = true
      return result
    })
    if (isRead) expect(Buffer.isBuffer(found) ? found : undefined).toEqual(value)
  }
  for (const reverse of [false, true]) {
    const all: ModelEntry[] = reverse ? [...entries].reverse() : entries
    const seen = await tryTo(() =>
      walk(table.cursor({ start: undefined, end: undefined, reverse })),
    )
    if (seen !== undefined) expect(seen).toEqual(all)
  }
  let isVerified = false
  await tryTo(async () => {
    await table.verify()
    isVerified = true
  })
  expect(isVerified).toBe(false)
}

it.each([false, true])(
  'finds a change of any byte of a table; compressed: %s',
  async (compress) => {
    const content = await contentOf(compress)
    for (let at = 0; at < content.length; at++) {
      const changed = Buffer.from(content)
      changed[at] = expectDefined(changed[at], 'a byte') ^ (1 << (at & 7))
      await expectRightOrDamaged(changed)
    }
  },
)

it('finds any length that is not its own', async () => {
  const content = await contentOf()
  for (let length = 0; length < content.length; length += 13)
    await expectRightOrDamaged(content.subarray(0, length))
  await expectRightOrDamaged(Buffer.concat([content, Buffer.alloc(1)]))
  await expectRightOrDamaged(Buffer.concat([content, content]))
})

it('finds blocks in the place of others', async () => {
  const content = await contentOf()
  const swapped = Buffer.from(content)
  // Two blocks of the same size trade places, each whole with its checksum.
  content.copy(swapped, 0, 128, 256)
  content.copy(swapped, 128, 0, 128)
  await expectRightOrDamaged(swapped)
})
