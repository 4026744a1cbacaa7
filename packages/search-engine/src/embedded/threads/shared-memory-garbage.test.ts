import { describe, expect, it } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import { sharedMemoryGarbage } from './shared-memory-garbage.js'
import type { PublishedSegment } from '../snapshot.js'

const QUARTER = searchEngineLimits.SEARCH_SHARED_GARBAGE_BYTES / 4
const INDEX = 7

/** Counts collections instead of making them. */
function counted() {
  const memory = { bytes: 0, collections: 0 }
  const collect = (): void => {
    memory.collections++
    memory.bytes = 0
  }
  return { memory, garbage: sharedMemoryGarbage(collect, () => memory.bytes) }
}

const segment = (id: number, bytes: number): PublishedSegment => ({
  id,
  path: '',
  content: new Uint8Array(new SharedArrayBuffer(bytes)),
  live: undefined,
  liveCount: 1,
})

describe('garbage of shared memory', () => {
  it('is collected in the thread that makes it, once there is enough', () => {
    const { memory, garbage } = counted()
    memory.bytes = 3 * QUARTER
    garbage.made()
    expect(memory.collections).toBe(0)
    memory.bytes = 4 * QUARTER
    garbage.made()
    garbage.made()
    expect(memory.collections).toBe(1)
  })

  it('is collected where segments are shown, each counted once', () => {
    const { memory, garbage } = counted()
    const segments = [1, 2, 3, 4].map((id) => segment(id, QUARTER))
    for (let version = 1; version <= 3; version++) {
      garbage.shown(INDEX, { version, segments: segments.slice(0, version) })
      garbage.shown(INDEX, { version, segments: segments.slice(0, version) })
    }
    expect(memory.collections).toBe(0)
    garbage.shown(INDEX, { version: 4, segments })
    expect(memory.collections).toBe(1)
  })

  it('is counted again once its index was forgotten', () => {
    const { memory, garbage } = counted()
    const snapshot = { version: 1, segments: [segment(1, 2 * QUARTER)] }
    garbage.shown(INDEX, snapshot)
    garbage.forget(INDEX)
    garbage.shown(INDEX, snapshot)
    expect(memory.collections).toBe(1)
  })

  it('is memory that the collector alone would not free in time', () => {
    const before = process.memoryUsage().arrayBuffers
    const garbage = sharedMemoryGarbage()
    for (let made = 0; made < 12; made++) {
      new SharedArrayBuffer(QUARTER)
      garbage.made()
    }
    const more = process.memoryUsage().arrayBuffers - before
    expect(more).toBeLessThanOrEqual(searchEngineLimits.SEARCH_SHARED_GARBAGE_BYTES)
  })
})
