import { beforeEach, expect, it } from 'vitest'
import type { RowImage, SearchEngine } from '../search-engine.js'
import { applyAll, definition, put } from './search-engine-calls.js'

/** A part of the suite of search engines. */
export function fingerprintCases(
  engine: () => SearchEngine,
  reopen: () => Promise<SearchEngine | undefined>,
): void {
  const names = Array.from({ length: 24 }, (_, n) => `key ${n + 10}`)
  const image = (name: string, n: number): RowImage => ({
    ...put(name, 'x', n),
    expiresAt: n % 2 === 0 ? undefined : 2 ** 45 + n,
  })
  const images = names.map(image)
  const all = (from: SearchEngine) => from.fingerprints(1, undefined, 100)

  beforeEach(async () => {
    await engine().create(definition(1))
    for (const [n, one] of images.entries()) {
      await applyAll(engine(), 1, [image(names[n] ?? '', 1000), one], n + 1)
      await engine().refresh(1)
    }
  })

  it('are those of the last images that the index got, also after merges and restarts', async () => {
    const expected = await engine().fingerprintsOf(1, images)
    expect(new Set(expected).size).toBe(images.length)
    const rows = await all(engine())
    expect(rows.map(({ fingerprint }) => fingerprint)).toEqual(expected)
    expect(rows.map(({ key }) => Buffer.from(key).toString())).toEqual(names)
    await engine().commit(1)
    const again = await reopen()
    if (again === undefined) return
    await again.create(definition(1))
    expect(await all(again)).toEqual(rows)
    const page = await again.fingerprints(1, Buffer.from('key 20'), 5)
    expect(page).toEqual(rows.slice(11, 16))
  })

  it('differ where the content or the expiry of rows differs', async () => {
    const [first = put('', ''), second = first] = images
    const changed = [
      { ...first, columns: put('', 'y', 0).columns },
      { ...second, expiresAt: 2 ** 46 },
    ]
    await applyAll(engine(), 1, changed, 100)
    await engine().refresh(1)
    const expected = await engine().fingerprintsOf(1, images)
    const rows = await all(engine())
    const different = rows.filter(({ fingerprint }, n) => fingerprint !== expected[n])
    expect(different).toEqual(rows.slice(0, 2))
  })
}
