import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { nodeFiles } from '@rowhouse/platform'
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

/**
 * `npm run store-fixture:write` writes the fixture of this version's format, once. An existing fixture is
 * never overwritten.
 */
const target = join(STORE_FIXTURES, `lsm-${MANIFEST_VERSION}`)
if (existsSync(target)) throw new Error(`${target} is there already, and is never written again`)
const model = createMemoryStore()
await fillFixture(model)
const expected: ExpectedStore = { stamp: (await model.stamp()) ?? 0, entries: await linesOf(model) }
await mkdir(target, { recursive: true })
const store = await openFixtureStore(nodeFiles, target)
await fillFixture(store)
if (!isDeepStrictEqual(await linesOf(store), expected.entries))
  throw new Error('the own store and the one in memory do not agree')
await store.close()
await writeFile(join(target, EXPECTED_NAME), [expected.stamp, ...expected.entries].join('\n'))
console.log(`written: ${target}`)
