import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { engineLimits } from '../../limits.js'
import type { BackedUpMachine } from '../testing/backed-up-machine.js'
import {
  HOUR,
  type Restored,
  restoredIn,
  started,
  step,
  untilBased,
} from '../testing/restored-machine.js'
import { decodeStoreManifest } from './store-manifest.js'

let folder: TemporaryFolder
let restores = 0
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const restore = (machine: BackedUpMachine, to?: number): Promise<Restored> =>
  restoredIn(join(folder.path, `restored-${++restores}`), machine, to)

const piecesOfLastSegment = async (machine: BackedUpMachine): Promise<number> => {
  const { histories } = decodeStoreManifest(await machine.plainObjects.get('MANIFEST'))
  const log = histories.at(-1)?.log ?? []
  return log.filter(({ base }) => base === log.at(-1)?.base).length
}

test('a clock that was ahead for a while spoils no moment before or after it', async () => {
  const machine = await started(31)
  for (let count = 0; count < 10; count++) await step(machine)
  await untilBased(machine)
  const before = machine.moments.length
  for (let count = 0; count < 10; count++) await step(machine)
  await machine.backup.runOnce()
  machine.clock.jump(50 * HOUR)
  for (let count = 0; count < 5; count++) await step(machine)
  await machine.backup.runOnce()
  machine.clock.jump(-50 * HOUR)
  const after = machine.moments.length
  for (let count = 0; count < 10; count++) await step(machine)
  await machine.backup.runOnce()
  const last = machine.moments.length - 1
  for (const index of [before, before + 8, after, after + 4, last]) {
    const moment = machine.moments[index]
    const restored = await restore(machine, moment?.at)
    expect(restored.rows).toEqual(moment?.rows)
    expect(restored.writesLeftOut).toBe(last - index)
  }
  const { coveredUntil } = await restore(machine)
  expect(coveredUntil).toBe(machine.clock.now())
})

test('writes made while the clock was ahead are restored for every later moment', async () => {
  const machine = await started(33)
  await step(machine)
  await untilBased(machine)
  machine.clock.jump(50 * HOUR)
  await machine.backup.runOnce()
  machine.instances = 'ahead'
  // Enough pieces of one segment that the next one combines them.
  do {
    await machine.put('k', '')
    await machine.backup.runOnce()
  } while ((await piecesOfLastSegment(machine)) <= engineLimits.BACKUP_LOG_PIECES_MAX)
  machine.clock.jump(-50 * HOUR)
  machine.objects.setFailing(1)
  await machine.backup.runOnce()
  expect(machine.backup.figures().isFailing).toBe(true)
  machine.objects.setFailing(0)
  machine.clock.advance(1000)
  await machine.backup.runOnce()
  const quiet = machine.clock.now()
  expect((await restore(machine)).coveredUntil).toBe(quiet)
  const rows = machine.moments.at(-1)?.rows
  expect(await restore(machine, quiet)).toMatchObject({ rows, instances: 'ahead' })

  machine.clock.advance(HOUR)
  machine.instances = 'right'
  await machine.put('k', 'later')
  await machine.backup.runOnce()
  expect(await restore(machine, quiet)).toMatchObject({ rows, instances: 'ahead' })
  expect(await restore(machine, machine.clock.now())).toMatchObject({
    rows: machine.moments.at(-1)?.rows,
    instances: 'right',
  })
})

test('a clock that jumps ahead makes the backup remove nothing', async () => {
  const machine = await started(32, { retentionMs: 2 * HOUR, baseEveryMs: HOUR })
  await step(machine)
  await untilBased(machine)
  const first = machine.moments.at(-1)
  machine.clock.jump(1000 * HOUR)
  await step(machine)
  await untilBased(machine, 2)
  await step(machine)
  await machine.backup.runOnce()
  expect(machine.backup.figures().bases).toBe(2)
  machine.clock.jump(-1000 * HOUR)
  await step(machine)
  await machine.backup.runOnce()
  expect((await restore(machine, first?.at)).rows).toEqual(first?.rows)
})
