import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Files, nodeFiles } from '@rowhouse/platform'
import { seededRandom } from '@rowhouse/platform/testing'
import type { StoreMutation } from '../../key-value-store.js'
import { createMemoryStore } from '../../memory/memory-store.js'
import { MANIFEST_VERSION } from '../manifest/run-manifest.js'
import {
  EXPECTED_NAME,
  type ExpectedStore,
  fillFixture,
  linesOf,
  openFixtureStore,
  STORE_FIXTURES,
} from './store-fixture.js'

const TABLES = 17

/**
 * `npm run store-fixture:write` writes the fixture of this version's format, once. An existing fixture is
 * never overwritten.
 */
const target = join(STORE_FIXTURES, `lsm-${MANIFEST_VERSION}`)
if (existsSync(target)) throw new Error(`${target} is there already, and is never written again`)
const model = createMemoryStore()
await fillFixture(model)
await model.apply(largeRows())
const expected: ExpectedStore = { stamp: (await model.stamp()) ?? 0, entries: await linesOf(model) }
await mkdir(target, { recursive: true })
/** Paths of tables: those of the four runs, and the first slices of the merge of all of them. */
const created: string[] = []
const files: Files = {
  ...nodeFiles,
  open: async (path, mode) => {
    if (mode === 'create' && path.endsWith('.table')) created.push(path)
    if (created.length > TABLES) throw new Error('the merge is cut off')
    return nodeFiles.open(path, mode)
  },
}
const store = await openFixtureStore(files, target)
await fillFixture(store)
await store.apply(largeRows())
await store.flush()
while (((await store.figures())['store_background_errors'] ?? 0) === 0) await letOthersGoFirst()
if (!isDeepStrictEqual(await linesOf(store), expected.entries))
  throw new Error('the own store and the one in memory do not agree')
await store.close()
await writeFile(join(target, EXPECTED_NAME), [expected.stamp, ...expected.entries].join('\n'))
console.log(`written: ${target}`)

/** As many bytes as all runs before, so that everything is merged. */
function largeRows(): StoreMutation[] {
  const random = seededRandom(2)
  return Array.from({ length: 20 }, (_, at) => ({
    kind: 'put',
    key: Buffer.from(`large row ${at}`),
    value: random.bytes(8000),
  }))
}
