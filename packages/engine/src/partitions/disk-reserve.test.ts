import { beforeEach, expect, test } from 'vitest'
import { openCommitLog } from '../log/open-commit-log.js'
import { manualClock, seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import { DiskReserve, openDataFolder, RESERVE_NAME, startWithReserve } from '@rowhouse/store'

const DIRECTORY = '/data'
const RESERVE = `${DIRECTORY}/${RESERVE_NAME}`
const BYTES = 10_000
const PIECE = 4_000
const clock = manualClock(0)
let files: SimulatedFiles

/** The part of a server's start that goes through the `Files` seam: lock, manifest and log. */
const start = async (): Promise<{ close(): Promise<void> }> => {
  const folder = await openDataFolder({ files, directory: DIRECTORY, clock })
  try {
    // A relaxed log writes a file of its own that says so.
    const log = await openCommitLog({ files, directory: folder.logDirectory, clock, relaxed: true })
    return {
      close: async () => {
        await log.close()
        await folder.release()
      },
    }
  } catch (error) {
    await folder.release()
    throw error
  }
}

const startInReserve = (given: unknown[]) =>
  startWithReserve({ files, directory: DIRECTORY }, start, (error) => given.push(error))

const reserve = (): DiskReserve =>
  new DiskReserve({
    files,
    directory: DIRECTORY,
    random: seededRandom(1),
    bytes: BYTES,
    pieceBytes: PIECE,
  })

const sizeOf = async (path: string): Promise<number> => {
  const file = await files.open(path, 'read')
  const size = await file.size()
  await file.close()
  return size
}

beforeEach(async () => {
  files = new SimulatedFiles()
  await (await start()).close()
})

test('a start without a free byte uses the reserve', async () => {
  const kept = reserve()
  for (let looks = 0; looks < 3; looks++) await kept.grow(Number.POSITIVE_INFINITY)
  files.limitSpace(0)
  await expect(start()).rejects.toMatchObject({ code: 'ENOSPC' })
  const given: unknown[] = []
  const opened = await startInReserve(given)
  expect(given).toMatchObject([{ code: 'ENOSPC' }])
  expect(await files.list(DIRECTORY)).not.toContain(RESERVE_NAME)
  expect(await files.freeSpace()).toBeGreaterThan(BYTES / 2)
  await opened.close()
})

test('the reserve is not released for other errors, nor twice', async () => {
  await reserve().grow(Number.POSITIVE_INFINITY)
  const place = { files, directory: DIRECTORY }
  const never = (): never => expect.unreachable()
  const damaged = new Error('damaged')
  await expect(startWithReserve(place, () => Promise.reject(damaged), never)).rejects.toBe(damaged)
  expect(await sizeOf(RESERVE)).toBe(PIECE)
  const full = new Error('sync failed', { cause: Object.assign(new Error(), { code: 'ENOSPC' }) })
  let starts = 0
  const failing = (): Promise<never> => {
    starts++
    return Promise.reject(full)
  }
  const given: unknown[] = []
  await expect(startWithReserve(place, failing, (error) => given.push(error))).rejects.toBe(full)
  expect({ starts, given }).toEqual({ starts: 2, given: [full] })
  await expect(startWithReserve(place, failing, never)).rejects.toBe(full)
  expect(starts).toBe(3)
})

test('a server that releases the reserve has its space, and grows it again', async () => {
  const kept = reserve()
  for (let looks = 0; looks < 3; looks++) await kept.grow(Number.POSITIVE_INFINITY)
  expect(await kept.release()).toBe(true)
  expect(await files.list(DIRECTORY)).not.toContain(RESERVE_NAME)
  expect(await kept.release()).toBe(false)
  await kept.grow(Number.POSITIVE_INFINITY)
  expect(await sizeOf(RESERVE)).toBe(PIECE)
})

test('the reserve grows by pieces to its size, and the next run continues', async () => {
  const sizes: number[] = []
  for (const kept of [reserve(), reserve()]) {
    for (let looks = 0; looks < 2; looks++) {
      await kept.grow(Number.POSITIVE_INFINITY)
      sizes.push(await sizeOf(RESERVE))
    }
  }
  expect(sizes).toEqual([4_000, 8_000, 10_000, 10_000])
})

test('the reserve takes at most half of the free space', async () => {
  const kept = reserve()
  const growTo = async (spare: number): Promise<number> => {
    await kept.grow(spare)
    return sizeOf(RESERVE)
  }
  await kept.grow(2 * PIECE - 1)
  expect(await files.list(DIRECTORY)).not.toContain(RESERVE_NAME)
  expect(await growTo(2 * PIECE)).toBe(PIECE)
  expect(await growTo(3 * PIECE - 1)).toBe(PIECE)
  expect(await growTo(3 * PIECE)).toBe(2 * PIECE)
})

test('the reserve takes nothing if the disk has less space than it reports', async () => {
  const kept = reserve()
  await kept.grow(Number.POSITIVE_INFINITY)
  files.limitSpace(PIECE - 1)
  await expect(kept.grow(Number.POSITIVE_INFINITY)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await files.freeSpace()).toBe(PIECE - 1)
  await kept.grow(Number.POSITIVE_INFINITY)
  expect(await sizeOf(RESERVE)).toBe(PIECE)
})
