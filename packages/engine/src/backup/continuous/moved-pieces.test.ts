import type { ObjectStore } from '@rowhouse/platform'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import type { BackedUpMachine } from '../testing/backed-up-machine.js'
import { HOUR, restoredIn, started, untilBased } from '../testing/restored-machine.js'
import { verifyStore } from './restore-to-moment.js'

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const isLog = (name: string): boolean => name.includes('.log-')

const namesOf = async (machine: BackedUpMachine): Promise<readonly string[]> =>
  (await machine.plainObjects.list('')).map(({ name }) => name)

/** An object store whose server does something once `reads` pieces of the log have been read. */
function livingStore(
  machine: BackedUpMachine,
  reads: number,
  goOn: () => Promise<void>,
): ObjectStore {
  const objects = machine.plainObjects
  let count = 0
  return {
    put: (name, content) => objects.put(name, content),
    upload: (name) => objects.upload(name),
    delete: (name) => objects.delete(name),
    tidy: () => objects.tidy(),
    list: (prefix) => objects.list(prefix),
    get: async (name, range) => {
      if (isLog(name) && count++ === reads) await goOn()
      return objects.get(name, range)
    },
  }
}

/** A few pieces of one segment, which are combined when as many more have come. */
async function inPieces(): Promise<BackedUpMachine> {
  const machine = await started(20)
  await untilBased(machine)
  for (let count = 0; count < 5; count++) {
    await machine.put('a', `${count}`)
    await machine.backup.runOnce()
  }
  return machine
}

async function untilMoved(machine: BackedUpMachine, pieces: readonly string[]): Promise<void> {
  for (let count = 0; count < 100; count++) {
    await machine.put('b', '')
    await machine.backup.runOnce()
    const names = await namesOf(machine)
    if (!pieces.every((name) => names.includes(name))) return
  }
  throw new Error('the pieces stay where they are')
}

/** Until retention has removed one of the files. */
async function untilRemoved(machine: BackedUpMachine, files: readonly string[]): Promise<void> {
  for (let bases = 0; bases < 20; bases++) {
    machine.clock.advance(2000 * HOUR)
    await machine.put('c', '')
    await untilBased(machine)
    await machine.backup.runOnce()
    const names = await namesOf(machine)
    if (!files.every((name) => names.includes(name))) return
  }
  throw new Error('the old files stay where they are')
}

test.each([0, 3, 5, 9])(
  'pieces that are combined after %i reads are restored intact',
  async (reads) => {
    const machine = await inPieces()
    const pieces = (await namesOf(machine)).filter(isLog)
    expect(pieces.length).toBeGreaterThan(4)
    const moment = machine.moments.at(-1)
    let moved = 0
    const objects = livingStore(machine, reads, async () => {
      await untilMoved(machine, pieces)
      moved++
    })
    const directory = join(folder.path, 'restored')
    const restored = await restoredIn(directory, machine, undefined, objects)
    expect(moved).toBe(1)
    expect(restored.position).toBe(moment?.end)
    expect(restored.rows).toEqual(moment?.rows)
  },
)

test('a store is verified while its server combines pieces and removes old ones', async () => {
  const machine = await inPieces()
  const pieces = (await namesOf(machine)).filter(isLog)
  let moved = 0
  const objects = livingStore(machine, 2, async () => {
    await untilMoved(machine, pieces)
    moved++
  })
  expect(await verifyStore(objects)).toMatchObject({ histories: 1 })
  const before = await namesOf(machine)
  const removing = livingStore(machine, 0, async () => {
    await untilRemoved(machine, before)
    moved++
  })
  expect(await verifyStore(removing)).toMatchObject({ histories: 1 })
  expect(moved).toBe(2)
})

test('a piece that is removed but still listed is reported as missing', async () => {
  const machine = await inPieces()
  const [piece = ''] = (await namesOf(machine)).filter(isLog)
  const objects = livingStore(machine, 0, () => machine.plainObjects.delete(piece))
  await expect(verifyStore(objects)).rejects.toThrow(`${piece} is missing`)
})
