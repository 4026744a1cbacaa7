import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openStore } from '../../partitions/open-partition-store.js'
import type { PartitionStore } from '../../partitions/partition-store.js'
import { nodeFiles, type ObjectStore, systemClock } from '@rowhouse/platform'
import { type RestoredMoment, restoreToMoment } from '../continuous/restore-to-moment.js'
import { BackedUpMachine, type MachineOptions, TABLE } from './backed-up-machine.js'

export const HOUR = 3_600_000
export const USUAL: MachineOptions = { retentionMs: 1000 * HOUR, baseEveryMs: 1000 * HOUR }

export const started = async (
  seed: number,
  options: MachineOptions = USUAL,
): Promise<BackedUpMachine> => {
  const machine = new BackedUpMachine(seed, options)
  await machine.start()
  return machine
}

export const openRestored = (directory: string): Promise<PartitionStore> =>
  openStore({
    directory,
    files: nodeFiles,
    clock: systemClock,
    memoryBudget: 1_048_576,
    durability: 'strict',
  })

export interface Restored extends RestoredMoment {
  readonly rows: ReadonlyMap<string, string>
  readonly instances: string
}

/** The content of a new folder after a restore to a moment. */
export const restoredIn = async (
  directory: string,
  machine: BackedUpMachine,
  to?: number,
  objects: ObjectStore = machine.plainObjects,
): Promise<Restored> => {
  const moment = await restoreToMoment({
    files: nodeFiles,
    objects,
    directory,
    to,
  })
  const { end, ...content } = await contentOf(directory)
  expect(end).toBe(moment.position)
  return { ...moment, ...content }
}

/** What a restored data folder has. */
export const contentOf = async (directory: string) => {
  const store = await openRestored(directory)
  try {
    const rows = new Map<string, string>()
    const range = { table: TABLE, start: Buffer.of(0), end: Buffer.of(0xff), reverse: false }
    const scan = store.scan({ ...range, expectedEntries: 100 })
    for (let found = await scan.next(); found.length > 0; found = await scan.next()) {
      for (const { key, value } of found) rows.set(key.toString(), value.toString())
    }
    await scan.close()
    const instances = readFileSync(join(directory, 'instances.json'), 'utf8')
    return { end: store.visibleEnd, rows, instances }
  } finally {
    await store.close()
  }
}

/** Runs rounds until there is a base and all of the log that it needs has been shipped. */
export const untilBased = async (machine: BackedUpMachine, bases = 1): Promise<void> => {
  for (;;) {
    await machine.backup.runOnce()
    const { isFailing, bases: found } = machine.backup.figures()
    if (!isFailing && found >= bases) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A random write. */
export const step = async (machine: BackedUpMachine): Promise<void> => {
  const { random } = machine
  const key = `k${random.below(40)}`
  if (random.chance(0.75))
    await machine.put(key, `${machine.moments.length}`.repeat(1 + random.below(20)))
  else if (random.chance(0.8)) await machine.remove(key)
  else await machine.removeRange(key, `${key}~`)
}
