import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { stringVariant } from '@rowhouse/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IndexResetError, IndexingEndedError } from '../../indexes/index-errors.js'
import { applyAll, definition, found, put } from '../../testing/search-engine-calls.js'
import { buildThreadEntries } from '../../testing/thread-entries.js'
import type { FeedStart, SearchEngine } from '../../search-engine.js'
import { openEmbeddedSearchEngine } from '../open-embedded-search-engine.js'

/** A request to describe this index ends the thread. */
const ENDS = 9

/** The first call of this kind of this index ends the thread. */
const LOSES = 7

/** Images of this index are taken in only when it is described. */
const STALLS = 8
/** Enough for one megabyte of images on their way. */
const BUDGET_BYTES = 16 * 1_048_576
const BALLAST = { name: 'ballast', value: stringVariant('x'.repeat(1_048_576)) }

const PROGRAM = `
import { existsSync, writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
const fileOf = (kind) => new URL(kind + '-is-lost', import.meta.url)
const held = []
const on = parentPort.on.bind(parentPort)
parentPort.on = (event, listener) => on(event, (message) => {
  const { kind, index } = message
  if (kind === 'describe' && index === ${ENDS}) process.exit(7)
  const isLosing = index === ${LOSES} && (kind === 'create' || kind === 'describe')
  if (isLosing && !existsSync(fileOf(kind))) {
    writeFileSync(fileOf(kind), '')
    process.exit(7)
  }
  if (kind === 'describe' && index === ${STALLS}) for (const go of held.splice(0)) go()
  if (kind === 'apply' && index === ${STALLS}) held.push(() => listener(message))
  else listener(message)
})
await import('./indexing.mjs')
`

describe('the indexing thread', () => {
  let folder: TemporaryFolder
  let engine: SearchEngine

  beforeEach(async () => {
    folder = await temporaryFolder()
    const { merging, query } = await buildThreadEntries(folder.path)
    await writeFile(join(folder.path, 'broken.mjs'), PROGRAM)
    engine = openEmbeddedSearchEngine({
      directory: join(folder.path, 'search'),
      files: nodeFiles,
      clock: systemClock,
      memoryBytes: BUDGET_BYTES,
      threads: 1,
      entries: { indexing: pathToFileURL(join(folder.path, 'broken.mjs')), merging, query },
    })
  })

  afterEach(async () => {
    await engine.close()
    await folder.remove()
  })

  it('is restarted when it dies, and its indexes continue from their durable positions', async () => {
    const reset = new Promise<[number, FeedStart]>((resolve) => {
      engine.onReset((index, start) => resolve([index, start]))
    })
    await engine.create(definition(1))
    await applyAll(engine, 1, [put('a', 'x')], 5, 'five')
    await engine.commit(1)
    await applyAll(engine, 1, [put('b', 'x')], 6, 'six')
    await engine.refresh(1)
    await expect(engine.describe(ENDS)).rejects.toThrow('ended with code 7')
    const start = { position: 5, note: Buffer.from('five') }
    expect(await reset).toEqual([1, start])
    expect(await found(engine, 1)).toEqual(['a'])
    // The feeder must not continue as if nothing had happened.
    await expect(applyAll(engine, 1, [], 7)).rejects.toBeInstanceOf(IndexResetError)
    await expect(engine.refresh(1)).rejects.toBeInstanceOf(IndexResetError)
    expect(await engine.create(definition(1))).toEqual(start)
    await applyAll(engine, 1, [put('b', 'y')], 7)
    await engine.refresh(1)
    expect(await found(engine, 1)).toEqual(['a', 'b'])
  })

  it('is waited for by a search, whose index its end has kept from being opened', async () => {
    const reset = new Promise<void>((resolve) => engine.onReset(() => resolve()))
    const creating = engine.create(definition(LOSES)).catch((error: unknown) => error)
    expect(await found(engine, LOSES)).toEqual([])
    expect(await creating).toBeInstanceOf(IndexingEndedError)
    await reset
    expect(await engine.describe(LOSES)).toMatchObject({ state: 'healthy', rows: 0 })
  })

  it('takes in images of other indexes while one stalls, whose feed is paused', async () => {
    await engine.create(definition(1))
    await engine.create(definition(STALLS))
    let isGiven = false
    const row = put('a', 'x')
    const large = { ...row, columns: [...(row.columns ?? []), BALLAST] }
    const given = applyAll(engine, STALLS, [large], 1).then(() => {
      isGiven = true
    })
    await applyAll(engine, 1, [put('b', 'x')], 1)
    await applyAll(engine, 1, [put('c', 'x')], 2)
    await engine.refresh(1)
    expect(await found(engine, 1)).toEqual(['b', 'c'])
    expect(isGiven).toBe(false)
    await engine.describe(STALLS)
    await given
    await engine.refresh(STALLS)
    expect(await found(engine, STALLS)).toEqual(['a'])
  })
})
