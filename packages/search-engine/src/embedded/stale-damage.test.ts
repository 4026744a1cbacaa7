import { createMemoryFiles, systemClock } from '@rowhouse/platform'
import { expect, it } from 'vitest'
import { applyAll, definition, found, put } from '../testing/search-engine-calls.js'
import { SegmentDamagedError } from '../segments/read/segment-damaged-error.js'
import { EmbeddedSearchEngine } from './embedded-search-engine.js'
import { LocalSearching } from './searching/local-searching.js'
import { LocalWriting } from './writing/local-writing.js'
import type { SearchingEvents } from './writing/sides.js'

it('damage that a search found before its index was recreated does not concern the new one', async () => {
  const versions: number[] = []
  let events: SearchingEvents | undefined
  let now = 0
  const clock = { now: () => (now += 1000), monotonic: systemClock.monotonic }
  const files = createMemoryFiles()
  const setup = { files, directory: '/search', isOnDisk: false, memoryBytes: 1e6, cacheBytes: 1e6 }
  const engine = new EmbeddedSearchEngine({
    searching: (given) => {
      events = given
      return new LocalSearching(systemClock, 1e6, given)
    },
    writing: (given) =>
      new LocalWriting(
        { ...setup, clock },
        {
          ...given,
          shown: (index, layout, snapshot) => {
            versions.push(snapshot.version)
            given.shown(index, layout, snapshot)
          },
        },
      ),
  })
  const tell = (version: number | undefined): void =>
    events?.damaged(1, version ?? 0, new SegmentDamagedError('1.segment', 'rows', 'rotten'))
  await engine.create(definition(1))
  const before = versions.at(-1)
  await engine.drop(1)
  tell(before)
  await engine.create(definition(1))
  tell(before)
  await applyAll(engine, 1, [put('a', 'x')], 1)
  await engine.refresh(1)
  expect(await found(engine, 1)).toEqual(['a'])
  expect(await engine.describe(1)).toMatchObject({ state: 'healthy' })
  tell(versions.at(-1))
  expect(await engine.describe(1)).toMatchObject({ state: 'damaged' })
  await engine.close()
})
