import { expect, test } from 'vitest'
import { retain } from './retain.js'
import type { History, OtherVersion } from './store-manifest.js'

const version = (name: string, since: number, target = 'keys'): OtherVersion => ({
  target,
  name,
  since,
  bytes: 1,
  checksum: 0,
})

const baseAt = (time: number): History['bases'][number] => ({
  dataFormat: 1,
  createdAt: time,
  completedAt: time,
  from: 0,
  logStart: 0,
  cursors: [],
  entries: 0,
  files: [],
  end: 0,
})

test('the last version of each file before the oldest base is retained, whatever its time', () => {
  const history: History = {
    id: '00000000',
    coveredUntil: 300,
    bases: [baseAt(200)],
    log: [],
    others: [
      version('first', 10),
      version('another', 10, 'limits'),
      version('of a clock that was ahead', 190),
      version('last', 100),
      version('of now', 250),
    ],
  }
  const [retained] = retain({ writer: '', histories: [history] }, 220).histories
  expect(retained?.others.map(({ name }) => name)).toEqual(['another', 'last', 'of now'])
})
