import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { stringVariant } from '@rowhouse/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  applyAll,
  definition,
  found,
  gone,
  put,
  withTerm,
} from '../../testing/search-engine-calls.js'
import { buildThreadEntries } from '../../testing/thread-entries.js'
import type { RowImage, SearchEngine } from '../../search-engine.js'
import { openEmbeddedSearchEngine } from '../open-embedded-search-engine.js'

/** Delays merges until the channel says go, and reports how many it delays. */
const heldProgram = (channel: string): string => `
import { BroadcastChannel, parentPort } from 'node:worker_threads'
const channel = new BroadcastChannel('${channel}')
const held = []
let isOpen = false
channel.onmessage = () => {
  isOpen = true
  for (const go of held.splice(0)) go()
}
const on = parentPort.on.bind(parentPort)
parentPort.on = (event, listener) => on(event, (message) => {
  if (message.kind !== 'merge' || isOpen) return listener(message)
  held.push(() => listener(message))
  channel.postMessage(held.length)
})
await import('./merging.mjs')
`

/** The first message of a kind ends the thread. */
const dyingProgram = (kind: string): string => `
import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
const mark = fileURLToPath(new URL('./died', import.meta.url))
const on = parentPort.on.bind(parentPort)
parentPort.on = (event, listener) => on(event, (message) => {
  if (message.kind !== '${kind}' || existsSync(mark)) return listener(message)
  writeFileSync(mark, '')
  process.exit(7)
})
await import('./merging.mjs')
`

const FIRST_ROUNDS = 12
const ROWS = 40

/** One segment, with rows that no other segment has. */
const round = (number: number): RowImage[] =>
  Array.from({ length: ROWS }, (_, row) => put(`round ${number} row ${row}`, `r${number}`))

/** Enough that the index lags, and that groups have a few batches. */
const LARGE_BUDGET = 512 * 1_048_576
const LARGE_ROWS = 40
const BALLAST = { name: 'ballast', value: stringVariant('x'.repeat(50_000)) }

/** Half of its rows are those of the previous round. */
const largeRound = (number: number): RowImage[] =>
  Array.from({ length: LARGE_ROWS }, (_, row) => {
    const image = put(`row ${number * (LARGE_ROWS / 2) + row}`, `r${number}`)
    return { ...image, columns: [...(image.columns ?? []), BALLAST] }
  })

describe('the merging thread', () => {
  let folder: TemporaryFolder
  let engine: SearchEngine
  let position = 0

  const start = async (program: string, memoryBytes = 0): Promise<void> => {
    const entries = await buildThreadEntries(folder.path)
    await writeFile(join(folder.path, 'other.mjs'), program)
    engine = openEmbeddedSearchEngine({
      directory: join(folder.path, 'search'),
      files: nodeFiles,
      clock: systemClock,
      // Merges go to files.
      memoryBytes,
      threads: 1,
      cores: 4,
      entries: { ...entries, merging: pathToFileURL(join(folder.path, 'other.mjs')) },
    })
    await engine.create(definition(1))
  }

  const give = async (images: readonly RowImage[]): Promise<void> => {
    position += images.length
    await applyAll(engine, 1, images, position)
    await engine.refresh(1)
  }

  const giveRounds = async (from: number, to: number): Promise<void> => {
    for (let number = from; number < to; number++) await give(round(number))
  }

  beforeEach(async () => {
    folder = await temporaryFolder()
    position = 0
  })

  afterEach(async () => {
    await engine.close()
    await folder.remove()
  })

  it('delays neither new images nor changes of the rows that it merges', async () => {
    const channel = new BroadcastChannel(folder.path)
    const isHeld = new Promise((resolve) => channel.addEventListener('message', resolve))
    await start(heldProgram(folder.path))
    await giveRounds(0, FIRST_ROUNDS)
    await isHeld
    // These changes affect rows that the merge has already read.
    await give([put('round 0 row 0', 'new'), gone('round 0 row 1'), put('more', 'new')])
    expect(await found(engine, 1, withTerm('new'))).toEqual(['more', 'round 0 row 0'])
    expect(await found(engine, 1, withTerm('r0'))).toHaveLength(ROWS - 2)
    await engine.commit(1)
    const { segments } = await engine.describe(1)
    expect(segments).toBe(FIRST_ROUNDS + 1)
    channel.postMessage('go')
    while ((await engine.describe(1)).segments >= segments) await new Promise(setImmediate)
    expect(await found(engine, 1, withTerm('new'))).toEqual(['more', 'round 0 row 0'])
    expect(await found(engine, 1, withTerm('r0'))).toHaveLength(ROWS - 2)
    expect((await engine.describe(1)).rows).toBe(FIRST_ROUNDS * ROWS)
    await engine.commit(1)
    expect(await engine.keys(1, undefined, 1000)).toHaveLength(FIRST_ROUNDS * ROWS)
    channel.close()
  })

  it('does not delay the close of the engine', async () => {
    const channel = new BroadcastChannel(folder.path)
    const isHeld = new Promise((resolve) => channel.addEventListener('message', resolve))
    await start(heldProgram(folder.path))
    await giveRounds(0, FIRST_ROUNDS)
    await isHeld
    await engine.close()
    channel.close()
  })

  it('loses only its merge when it dies', async () => {
    await start(dyingProgram('merge'))
    await giveRounds(0, FIRST_ROUNDS)
    while (!existsSync(join(folder.path, 'died'))) await new Promise(setImmediate)
    // A seal tries the merge again at once, when there is another thread.
    while ((await engine.describe(1)).segments >= FIRST_ROUNDS) await give([put('seal', 'x')])
    const rows = FIRST_ROUNDS * ROWS + 1
    expect(await engine.describe(1)).toMatchObject({ state: 'healthy', rows })
    expect(await found(engine, 1, withTerm('r3'))).toHaveLength(ROWS)
  })

  it('takes in some of the images, and loses none of them when it dies', async () => {
    await start(dyingProgram('images'), LARGE_BUDGET)
    let round = 0
    const died = join(folder.path, 'died')
    for (let after = 0; after < 4; round++) {
      position += LARGE_ROWS
      const note = `round ${round}`
      await applyAll(engine, 1, largeRound(round), position, note)
      if (existsSync(died)) after += 1
    }
    await engine.commit(1)
    // Each round but the first rewrites half of the rows of the previous one.
    const rows = round * (LARGE_ROWS / 2) + LARGE_ROWS / 2
    expect(await engine.describe(1)).toMatchObject({ rows, applied: position, durable: position })
    expect(await found(engine, 1, withTerm(`r${round - 1}`))).toHaveLength(LARGE_ROWS)
    expect(await found(engine, 1, withTerm('r0'))).toHaveLength(LARGE_ROWS / 2)
    expect(await engine.create(definition(1))).toEqual({
      position,
      note: Buffer.from(`round ${round - 1}`),
    })
  })
})
