import { systemClock } from '@rowhouse/engine'
import { expect, it } from 'vitest'
import { TIMEOUT_MS, asked, definition, everything } from '../../testing/search-engine-calls.js'
import { LocalSearching } from './local-searching.js'

it('goes on with the next snapshot when one could not be opened', async () => {
  const seen: number[] = []
  const damaged: number[] = []
  const searching = new LocalSearching(systemClock, 1e6, {
    seen: (_, version) => seen.push(version),
    damaged: (index) => damaged.push(index),
  })
  const { layout } = definition(1)
  const search = () => searching.search(1, asked(everything), TIMEOUT_MS)
  const nowhere = {
    id: 1,
    path: '/no/such/folder/1.segment',
    content: undefined,
    live: undefined,
    liveCount: 1,
  }
  searching.show(1, layout, { version: 1, segments: [] })
  expect((await search()).rows).toEqual([])
  searching.show(1, layout, { version: 2, segments: [nowhere] })
  await expect(search()).rejects.toMatchObject({ code: 'ENOENT' })
  searching.show(1, layout, { version: 3, segments: [] })
  expect((await search()).rows).toEqual([])
  // A file that is missing may have been replaced meanwhile: that is no damage.
  expect(damaged).toEqual([])
  expect(seen).toEqual([1, 3])
  await searching.close()
})
