import { nodeFiles, systemClock } from '@rowhouse/platform'
import { expect } from 'vitest'
import { LocalWriting } from '../embedded/writing/local-writing.js'
import type { PublishedSegment, Snapshot } from '../embedded/snapshot.js'
import { definition, put } from './search-engine-calls.js'

/** Segments on the disk that keep nothing in memory, one for each group of rows. */
export async function writtenSegments(
  directory: string,
  ...rows: readonly (readonly (readonly [key: string, k: string])[])[]
): Promise<{ readonly segments: readonly PublishedSegment[]; readonly writing: LocalWriting }> {
  let shown: Snapshot = { version: 0, segments: [] }
  const setup = { directory, isOnDisk: true, memoryBytes: 0, cacheBytes: 1e6 }
  const writing = new LocalWriting(
    { ...setup, files: nodeFiles, clock: systemClock },
    {
      shown: (_, _layout, snapshot) => {
        shown = snapshot
      },
      gone: () => undefined,
      durable: () => undefined,
    },
  )
  await writing.create(definition(1))
  for (const [at, together] of rows.entries()) {
    const images = together.map(([key, k]) => put(key, k))
    await writing.apply(1, { images, position: at + 1, note: undefined })
    await writing.commit(1)
  }
  // Nothing was merged meanwhile.
  expect(shown.segments).toHaveLength(rows.length)
  return { segments: shown.segments, writing }
}
