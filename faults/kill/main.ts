import { runRounds } from '../run-rounds.js'
import { type KillFigures, KillLife } from './kill-life.js'

/** Of the folders in turn, unless one is asked for. */
const STORES = ['lsm', 'lsm', 'lsm', 'rocksdb'] as const
const DOOR_THREADS = [0, 2] as const

const storeOf = (folder: number): string => STORES[folder % STORES.length] ?? 'lsm'

/** Each store gets folders with and without threads of doors. */
const doorThreadsOf = (folder: number): number =>
  DOOR_THREADS[(folder + Math.floor(folder / STORES.length)) % DOOR_THREADS.length] ?? 0

const startTimes = (milliseconds: readonly number[]): string => {
  const sorted = milliseconds.toSorted((a, b) => a - b).map(Math.round)
  return `starts ${sorted[sorted.length >> 1] ?? 0} ms at the median, ${sorted.at(-1) ?? 0} ms at the most`
}

const figures: KillFigures = { kills: 0, verified: 0, histories: 0, logEntries: 0, startsMs: [] }

await runRounds({
  script: 'kill-loop',
  rounds: 20,
  perFolder: 5,
  open: (folder, program, store = storeOf(folder)) => {
    const settings = ['--store', store]
    return KillLife.open({ program, doorThreads: doorThreadsOf(folder), settings }, figures)
  },
  folderText: (folder) => ` doors ${doorThreadsOf(folder)}`,
  figures: () =>
    `${figures.kills} kills, ${figures.verified} acknowledged writes verified, ` +
    `${figures.histories} histories, ${figures.logEntries} entries compared with the log, ` +
    startTimes(figures.startsMs),
})
