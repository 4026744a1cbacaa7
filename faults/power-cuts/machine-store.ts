import type { Clock } from '@rowhouse/platform'
import type { SeededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import type { KeyValueStore } from '@rowhouse/store'
import { createCrashableStore, openTinyStore } from '@rowhouse/store/testing'

/** The own store on the machine's disk, or one in memory that loses batches independently of the disk. */
export type MachineStoreKind = 'lsm' | 'memory'

/** The store of a machine: what is left of it after each crash. */
export interface MachineStore {
  open(files: SimulatedFiles, clock: Clock): Promise<KeyValueStore>
  /** The power was cut, or the process killed. */
  crash(random: SeededRandom): void
  /** How many times as many calls of files the machine makes, compared with one whose store makes none. */
  readonly fileCalls: number
}

export const machineStore = (kind: MachineStoreKind): MachineStore =>
  kind === 'lsm' ? storeOnDisk() : storeInMemory()

const storeOnDisk = (): MachineStore => ({
  fileCalls: 4,
  open: (files, clock) => openTinyStore({ files, directory: '/data/store', clock }),
  crash: () => {},
})

const storeInMemory = (): MachineStore => {
  let store = createCrashableStore()
  return {
    fileCalls: 1,
    open: async () => store,
    crash: (random) => {
      const { unflushedBatches } = store
      // Mostly few writes are lost: with a store at its last flush, every replay would be the same.
      const lost = random.chance(0.5) ? random.below(4) : random.below(1000)
      store = store.afterCrash(Math.max(0, unflushedBatches - lost))
    },
  }
}
