import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder, testSeed } from '@rowhouse/platform/testing'
import { CONTINUOUS_CURSOR } from '../back-up.js'
import { BackupError } from '../backup-error.js'
import type { BackedUpMachine, MachineOptions } from '../testing/backed-up-machine.js'
import {
  type Restored,
  restoredIn,
  started,
  step,
  untilBased,
  USUAL,
} from '../testing/restored-machine.js'
import { verifyStore } from './restore-to-moment.js'
import { decodeStoreManifest } from './store-manifest.js'

let folder: TemporaryFolder
let restores = 0
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const restore = (machine: BackedUpMachine, to?: number): Promise<Restored> =>
  restoredIn(join(folder.path, `restored-${++restores}`), machine, to)

test('any moment since the first base can be restored, with only the writes made by then', async () => {
  const machine = await started(1)
  for (let count = 0; count < 20; count++) await step(machine)
  await untilBased(machine)
  const first = machine.moments.length
  for (let count = 0; count < 60; count++) {
    await step(machine)
    if (machine.random.chance(0.3)) await machine.backup.runOnce()
  }
  await machine.backup.runOnce()
  const last = machine.moments.length - 1
  for (const index of [first, first + 17, first + 41, last]) {
    const moment = machine.moments[index]
    const restored = await restore(machine, moment?.at)
    expect(restored.rows).toEqual(moment?.rows)
    expect(restored).toMatchObject({
      lastWriteAt: moment?.at,
      position: moment?.end,
      writesLeftOut: last - index,
    })
  }
  const newest = await restore(machine)
  expect(newest.rows).toEqual(machine.moments.at(-1)?.rows)
  expect(newest.writesLeftOut).toBe(0)
})

test('a restore has the instances of its moment', async () => {
  const machine = await started(2)
  await machine.put('a', '1')
  await untilBased(machine)
  const before = machine.clock.now()
  machine.clock.advance(1000)
  machine.instances = 'second'
  await machine.backup.runOnce()
  expect((await restore(machine, before)).instances).toBe('first')
  expect((await restore(machine, machine.clock.now())).instances).toBe('second')
})

describe('interruptions', () => {
  test('closing ships all of the log, and the next start continues a base', async () => {
    const machine = await started(9)
    for (let count = 0; count < 20; count++) await step(machine)
    await machine.backup.runOnce()
    machine.objects.hold()
    const round = machine.backup.runOnce()
    await step(machine)
    const closing = machine.backup.close(10_000)
    await step(machine)
    machine.objects.goOn()
    await Promise.all([round, closing])
    await machine.crash()
    await untilBased(machine)
    expect(machine.events).toContain('resumed')
    expect(machine.events).not.toContain('failed')
    expect((await restore(machine)).rows).toEqual(machine.moments.at(-1)?.rows)
  })

  test('an interrupted base continues after its last complete part', async () => {
    const machine = await started(11)
    for (let row = 0; row < 400; row++) await machine.put(`k${row}`, 'x'.repeat(30))
    const pending = async (): Promise<readonly string[]> => {
      const { histories } = decodeStoreManifest(await machine.plainObjects.get('MANIFEST'))
      return histories[0]?.pending?.files.map(({ name }) => name) ?? []
    }
    let files = 0
    machine.objects.holdWrites((name) => name.includes('.base-') && ++files > 5)
    // The copy needs turns of the event loop, which rounds alone do not give it.
    do {
      await machine.backup.runOnce()
      await nextTurn()
    } while ((await pending()).length < 5)
    const complete = await pending()
    await machine.crash()
    for (let row = 0; row < 400; row += 2) await machine.put(`k${row}`, 'y')
    await machine.removeRange('k3', 'k4')
    await untilBased(machine)
    expect(machine.events).toEqual(['begun', 'baseBegun', 'resumed', 'baseBegun', 'baseDone'])
    const names = (await machine.plainObjects.list('')).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...complete]))
    const restored = await restore(machine)
    expect(restored.rows).toEqual(machine.moments.at(-1)?.rows)
    // Nothing was copied twice: these are the rows, and the catalogue's counter.
    expect(restored.entries).toBeLessThanOrEqual(401)
  })

  test('closing does not wait for a store that does not answer', async () => {
    const machine = await started(10)
    await machine.put('a', '1')
    machine.objects.hold()
    void machine.backup.runOnce()
    await machine.backup.close(1)
    expect(machine.events).toEqual([])
  })

  test('a store that fails or hangs holds up no write and loses nothing', async () => {
    const machine = await started(3)
    await machine.put('a', '1')
    await untilBased(machine)
    const shippedEnd = machine.store.visibleEnd
    machine.objects.hold()
    const hanging = machine.backup.runOnce()
    for (let count = 0; count < 50; count++) await step(machine)
    const waiting = machine.backup.figures()
    expect(waiting.lagBytes).toBeGreaterThan(1000)
    expect(waiting.lagMilliseconds).toBeGreaterThan(1000)
    machine.objects.setFailing(1)
    machine.objects.goOn()
    await hanging
    expect(machine.backup.figures()).toMatchObject({ isFailing: true, failures: 1 })
    // Bytes that were shipped before do not count again.
    expect(machine.backup.figures().lagBytes).toBe(machine.store.visibleEnd - shippedEnd)
    machine.objects.setFailing(0)
    await machine.backup.runOnce()
    expect(machine.backup.figures()).toMatchObject({ isFailing: false, lagMilliseconds: 0 })
    expect(machine.events.slice(-3)).toEqual(['failed', 'resumed', 'recovered'])
    const moment = machine.moments.at(-10)
    expect((await restore(machine, moment?.at)).rows).toEqual(moment?.rows)
  })

  test('past its bound the log is released, which is reported, and a new base is taken', async () => {
    const machine = await started(4, { ...USUAL, maxLagBytes: 5000 })
    await machine.put('a', '1')
    await untilBased(machine)
    const early = machine.moments.at(-1)
    machine.objects.setFailing(1)
    await machine.backup.runOnce()
    for (let count = 0; count < 300; count++) await step(machine)
    // A moment after the last shipped position, and before the start of the log.
    const lost = machine.moments.at(-200)
    machine.objects.setFailing(0)
    machine.clock.advance(1000)
    await untilBased(machine)
    expect(machine.events.filter((kind) => kind === 'begun')).toHaveLength(2)
    expect(machine.events).toContain('gap')
    await step(machine)
    await machine.backup.runOnce()
    const late = machine.moments.at(-1)
    expect((await restore(machine, late?.at)).rows).toEqual(late?.rows)
    expect((await restore(machine, early?.at)).rows).toEqual(early?.rows)
    await expect(restore(machine, lost?.at)).rejects.toThrow(
      /^the store has what was written up to \S+Z and again from \S+Z on, and not \S+Z$/,
    )
  })

  test('another server that takes the store over ends the first one for good', async () => {
    const machine = await started(5)
    await machine.put('a', '1')
    await untilBased(machine)
    const other = await started(6)
    for (const { name } of await machine.plainObjects.list('')) {
      await other.plainObjects.put(name, await machine.plainObjects.get(name))
    }
    await other.put('b', '2')
    await untilBased(other)
    expect(other.events.filter((kind) => kind === 'begun')).toHaveLength(1)
    const taken = await other.plainObjects.get('MANIFEST')
    await machine.plainObjects.put('MANIFEST', taken)
    await machine.put('a', '3')
    await machine.backup.runOnce()
    await machine.backup.runOnce()
    expect(machine.events.at(-1)).toBe('takenOver')
    expect(machine.store.cursors().has(CONTINUOUS_CURSOR)).toBe(false)
    expect((await machine.plainObjects.get('MANIFEST')).equals(taken)).toBe(true)
    expect(machine.backup.figures()).toMatchObject({ isFailing: true, failures: 1 })
  })

  test('a folder with other content is refused', async () => {
    const machine = await started(7)
    await machine.plainObjects.put('holiday.jpg', Buffer.from('...'))
    await machine.backup.runOnce()
    expect(machine.events).toEqual(['failed'])
    expect(await machine.plainObjects.list('')).toHaveLength(1)
  })
})

test('a flipped bit or a lost object anywhere is found before anything is written', async () => {
  const machine = await started(8)
  for (let count = 0; count < 30; count++) await step(machine)
  await untilBased(machine)
  for (let count = 0; count < 30; count++) await step(machine)
  await machine.backup.runOnce()
  const { plainObjects: objects } = machine
  expect(await verifyStore(objects)).toMatchObject({ bases: 1, histories: 1 })
  for (const { name, bytes } of await objects.list('')) {
    const whole = await objects.get(name)
    for (const at of [0, machine.random.below(bytes), machine.random.below(bytes), bytes - 1]) {
      const broken = Buffer.from(whole)
      broken[at] = (broken[at] ?? 0) ^ (1 << machine.random.below(8))
      await objects.put(name, broken)
      await expect(verifyStore(objects), `${name} ${at}`).rejects.toThrow(/damaged|version/)
      await expect(restore(machine)).rejects.toThrow(/damaged|version/)
    }
    await objects.delete(name)
    await expect(restore(machine)).rejects.toThrow(/is missing|no continuous backup/)
    await objects.put(name, whole)
  }
  expect((await restore(machine)).rows).toEqual(machine.moments.at(-1)?.rows)
})

const FIRST_SEED = testSeed()
const SEEDS = Number(process.env['ROWHOUSE_BACKUP_SEEDS'] ?? '6')

const SURE = { retentionMs: 20_000, baseEveryMs: 6000 }

const overSeeds = async (run: (seed: number) => Promise<number>): Promise<number> => {
  let compared = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
    compared += await run(seed).catch((error: unknown) => {
      throw new Error(`replay with ROWHOUSE_TEST_SEED=${seed}`, { cause: error })
    })
  }
  return compared
}

test('whatever fails, every moment of the retention can be restored', async () => {
  const compared = await overSeeds(async (seed) => {
    const machine = await lifeOf(seed, SURE)
    const store = await verifyStore(machine.plainObjects)
    // No part of the log was released, so there is one history, and it covers the retention.
    expect(store.histories).toBe(1)
    const earliest = Math.max(store.from ?? 0, machine.clock.now() - SURE.retentionMs)
    const some = machine.random.shuffled(machine.moments.filter(({ at }) => at >= earliest))
    for (const moment of some.slice(0, 2)) {
      const restored = await restore(machine, moment.at)
      expect(restored.rows).toEqual(moment.rows)
      expect(restored.position).toBe(moment.end)
    }
    return Math.min(2, some.length)
  })
  expect(compared).toBeGreaterThanOrEqual(SEEDS)
})

test('where the log was released, a moment is restored exactly or refused', async () => {
  let gaps = 0
  const compared = await overSeeds(async (seed) => {
    const machine = await lifeOf(seed, { ...USUAL, maxLagBytes: 2500 })
    gaps += (await verifyStore(machine.plainObjects)).histories - 1
    let found = 0
    const some = machine.random.shuffled(machine.moments).slice(0, 4)
    for (const moment of [...some, ...machine.moments.slice(-1)]) {
      const restored = await restore(machine, moment.at).catch((error: unknown) => {
        if (error instanceof BackupError && error.message.startsWith('the store')) return undefined
        throw error
      })
      if (restored === undefined) continue
      // A write made in the same millisecond may or may not have been acknowledged before the moment.
      const at = machine.moments.indexOf(moment)
      const known = machine.moments.find(({ end }) => end === restored.position)
      expect([moment, machine.moments[at - 1]]).toContain(known)
      expect(restored.rows).toEqual(known?.rows)
      found++
    }
    return found
  })
  expect(gaps).toBeGreaterThanOrEqual(SEEDS)
  expect(compared).toBeGreaterThanOrEqual(SEEDS)
})

/** Writes during rounds of a store that sometimes fails, with crashes, and an orderly close. */
async function lifeOf(seed: number, options: MachineOptions): Promise<BackedUpMachine> {
  const machine = await started(seed, options)
  const { random } = machine
  for (let count = 0; count < 150; count++) {
    if (count === 75 && options.maxLagBytes !== undefined) await outlast(machine)
    await step(machine)
    if (random.chance(0.1)) machine.objects.setFailing(random.chance(0.5) ? 0 : random.next() / 3)
    if (random.chance(0.3)) {
      const round = machine.backup.runOnce()
      // Some rounds run during writes, and some until the process ends.
      if (random.chance(0.6)) await round
    }
    if (random.chance(0.03)) await machine.crash()
  }
  machine.objects.setFailing(0)
  await untilBased(machine)
  await step(machine)
  await machine.backup.runOnce()
  return machine
}

/** The store fails until the log that was not shipped is released. */
async function outlast(machine: BackedUpMachine): Promise<void> {
  machine.objects.setFailing(0)
  await untilBased(machine)
  machine.objects.setFailing(1)
  for (let count = 0; count < 150; count++) await step(machine)
  machine.objects.setFailing(0)
}
