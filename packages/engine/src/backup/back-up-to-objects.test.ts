import { join } from 'node:path'
import { type ObjectStore, nodeFiles } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ObjectFaultError } from '../testing/faulty-objects.js'
import { backUp } from './back-up.js'
import { backUpIncrement } from './back-up-increment.js'
import { objectPlace } from './backup-place.js'
import { restoreBackup, verifyBackup } from './restore-backup.js'
import type { BackedUpMachine } from './testing/backed-up-machine.js'
import { contentOf, started, step } from './testing/restored-machine.js'

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

let restores = 0
/** Restores what the object store has, and compares it with what the store was at that position. */
const expectWhole = async (machine: BackedUpMachine): Promise<number> => {
  const backup = { name: 'the bucket', objects: machine.plainObjects }
  const directory = join(folder.path, `restored-${++restores}`)
  const { end } = await restoreBackup({ files: nodeFiles, backup, directory })
  const found = await contentOf(directory)
  expect(found.end).toBe(end)
  expect(found.rows).toEqual(machine.moments.findLast((moment) => moment.end <= end)?.rows)
  return end
}

const namesOf = async (objects: ObjectStore): Promise<string[]> =>
  (await objects.list('')).map(({ name }) => name)

const write = async (machine: BackedUpMachine, steps: number): Promise<void> => {
  for (let i = 0; i < steps; i++) await step(machine)
}

const clear = async (objects: ObjectStore): Promise<void> => {
  for (const name of await namesOf(objects)) await objects.delete(name)
  await objects.tidy()
}

test('a backup and its increments are in an object store, and are restored from it', async () => {
  const machine = await started(1)
  await write(machine, 30)
  const { end } = await backUp(machine.wholeBackup)
  expect(await namesOf(machine.plainObjects)).not.toContain('UNFINISHED')
  expect(await expectWhole(machine)).toBe(end)
  for (let part = 2; part < 5; part++) {
    machine.instances = `part ${part}`
    await write(machine, 20)
    const grown = await backUpIncrement(machine.wholeBackup)
    expect(grown.end).toBe(machine.store.visibleEnd)
    expect(await expectWhole(machine)).toBe(grown.end)
  }
  await expect(backUp(machine.wholeBackup)).rejects.toThrow(
    'the bucket is not empty (a backup); choose another prefix',
  )
})

describe('whatever happens, there is no backup or a whole one', () => {
  test('when the object store fails', async () => {
    let [failed, whole] = [0, 0]
    for (let seed = 1; seed <= 6; seed++) {
      const machine = await started(seed)
      await write(machine, 20)
      for (let round = 0; round < 4; round++) {
        const names = await namesOf(machine.plainObjects)
        const isThere = names.includes('BACKUP')
        if (!isThere) await clear(machine.plainObjects)
        machine.objects.setFailing(machine.random.chance(0.8) ? 0.05 : 0)
        const attempt = isThere ? backUpIncrement(machine.wholeBackup) : backUp(machine.wholeBackup)
        const error = await attempt.then(() => undefined, String)
        machine.objects.setFailing(0)
        if (error !== undefined) {
          failed++
          expect(error).toContain(new ObjectFaultError().message)
        }
        if ((await namesOf(machine.plainObjects)).includes('BACKUP')) {
          whole++
          await expectWhole(machine)
        } else {
          const backup = verifyBackup(machine.place)
          await expect(backup, `seed ${seed}`).rejects.toThrow('holds no complete backup')
        }
        await write(machine, 5)
      }
    }
    expect(Math.min(failed, whole)).toBeGreaterThan(3)
  })

  test('when the process is killed', async () => {
    let [unfinished, whole] = [0, 0]
    for (let seed = 1; seed <= 8; seed++) {
      const machine = await started(seed)
      await write(machine, 20)
      let isThere = false
      for (let round = 0; round < 3; round++) {
        const killed = machine.objects.killAfter(machine.random.below(22))
        const attempt = isThere ? backUpIncrement(machine.wholeBackup) : backUp(machine.wholeBackup)
        await Promise.race([attempt, killed])
        await machine.crash()
        const names = await namesOf(machine.plainObjects)
        isThere = names.includes('BACKUP')
        if (isThere) {
          whole++
          await expectWhole(machine)
        } else if (names.length > 0) {
          unfinished++
          await expect(backUp(machine.wholeBackup), `seed ${seed}`).rejects.toThrow(
            'the bucket is not empty (a backup that was not finished)',
          )
          await clear(machine.plainObjects)
        }
        await write(machine, 5)
      }
    }
    expect(Math.min(unfinished, whole)).toBeGreaterThan(2)
  })

  test('when two are taken at the same time', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const [one, other] = [await started(seed), await started(seed + 100)]
      await write(one, 10)
      await write(other, 25)
      const place = objectPlace(one.objects, 'the bucket', other.random)
      const results = await Promise.allSettled([
        backUp(one.wholeBackup),
        backUp({ ...other.wholeBackup, place }),
      ])
      const done = results.filter(({ status }) => status === 'fulfilled')
      expect(done.length, `seed ${seed}`).toBeLessThan(2)
      if (done.length === 1) await verifyBackup(one.place)
    }
  })
})

test('a backup that fails leaves nothing behind', async () => {
  const machine = await started(1)
  await write(machine, 10)
  const objects: ObjectStore = {
    ...machine.plainObjects,
    put: (name, content) =>
      name === 'BACKUP'
        ? Promise.reject(new Error('the end'))
        : machine.plainObjects.put(name, content),
    get: (name, range) => machine.plainObjects.get(name, range),
    list: (prefix) => machine.plainObjects.list(prefix),
    delete: (name) => machine.plainObjects.delete(name),
    upload: (name) => machine.plainObjects.upload(name),
    tidy: () => machine.plainObjects.tidy(),
  }
  const place = objectPlace(objects, 'the bucket', machine.random)
  await expect(backUp({ ...machine.wholeBackup, place })).rejects.toThrow('the end')
  expect(await namesOf(machine.plainObjects)).toEqual([])
})
