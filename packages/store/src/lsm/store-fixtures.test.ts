import { readdirSync } from 'node:fs'
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeFiles } from '@rowhouse/platform'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { expect, onTestFinished, test } from 'vitest'
import { readManifestFile } from './manifest/manifest-file.js'
import { MANIFEST_VERSION } from './manifest/run-manifest.js'
import {
  EXPECTED_NAME,
  type ExpectedStore,
  STORE_FIXTURES,
  linesOf,
  openFixtureStore,
} from './testing/store-fixture.js'

const versions = readdirSync(STORE_FIXTURES).filter((name) => name.startsWith('lsm-'))

const copyOf = async (version: string): Promise<string> => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  await cp(join(STORE_FIXTURES, version), folder.path, { recursive: true })
  await rm(join(folder.path, EXPECTED_NAME))
  return folder.path
}

async function expectedOf(version: string): Promise<ExpectedStore> {
  const text = await readFile(join(STORE_FIXTURES, version, EXPECTED_NAME), 'utf8')
  const [stamp, ...entries] = text.split('\n')
  return { stamp: Number(stamp), entries }
}

test('the format of this version has its fixture', () => {
  expect(versions).toContain(`lsm-${MANIFEST_VERSION}`)
})

test.each(versions)(
  '%s opens with every entry, takes more, and is found again',
  async (version) => {
    const directory = await copyOf(version)
    const { stamp, entries } = await expectedOf(version)
    const store = await openFixtureStore(nodeFiles, directory)
    await store.verify?.()
    expect(await store.stamp()).toBe(stamp)
    expect(await linesOf(store)).toEqual(entries)
    const [key, value] = [Buffer.of(0), Buffer.from('later')]
    await store.apply([{ kind: 'put', key, value }], stamp + 1)
    await store.flush()
    // Everything becomes tables of today's form.
    await store.reclaim?.(key, Buffer.of(0xff))
    await store.close()
    const again = await openFixtureStore(nodeFiles, directory)
    await again.verify?.()
    expect(await again.stamp()).toBe(stamp + 1)
    expect(await linesOf(again)).toEqual(['00 6c61746572', ...entries.slice(1)])
    await again.close()
  },
)

/** Of each run: whether it is partly merged, whether it has several tables, range tombstones, tombstones. */
const SHAPES: Record<string, readonly (readonly [boolean, boolean, number, number])[]> = {
  'lsm-1': [
    [false, false, 1, 1],
    [false, false, 1, 10],
    [false, true, 0, 0],
  ],
  'lsm-2': [
    [false, true, 0, 0],
    [true, true, 0, 0],
    [true, false, 1, 1],
    [true, false, 1, 0],
    [true, true, 0, 0],
  ],
}

test.each(versions)('%s has runs of several tables, and all kinds of entries', async (version) => {
  const { runs } = await readManifestFile(nodeFiles, await copyOf(version))
  const shape = runs.map(({ from, tables, rangeTombstones }) => [
    from.length > 0,
    tables.length > 1,
    rangeTombstones.length,
    tables.reduce((all, one) => all + one.tombstones, 0),
  ])
  expect(shape).toEqual(SHAPES[version])
})
