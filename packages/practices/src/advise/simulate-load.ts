import { expectDefined } from '@rowhouse/platform'
import { cutPartitions } from './cut-partitions.js'
import { type RankedValues, countRanks } from './ranked-values.js'
import { RowQueues } from './row-queues.js'

/** Rows that the writers hold back at most, while their partitions are busy. */
const PENDING_MAX = 2000
/** What a partition serves in one step. */
const ROWS_PER_STEP = 5
/** After so many rows the table looks where its load is. */
const ROWS_PER_CUT = 400
const CUTS_MAX = 128
/** Of the load at one look, what still counts at the next. */
const REMEMBERED = 0.8
/** Runs of neighbouring keys, or single large ones: where partitions can be cut. */
const RUNS_MAX = 2048

/**
 * How much of the throughput of so many partitions rows in their order of arrival can use; 0 to 1.
 *
 * Writers send the rows in their order and hold back what a busy partition refuses, until they hold all
 * that they can; then they wait for it. Meanwhile the table cuts itself where the load was, never inside one
 * key. So it follows a load that wanders, but a key with much load keeps one partition busy, and keys that
 * rise are always behind the last cut.
 */
export function simulateLoad(values: RankedValues, partitions: number): number {
  const keys = runOfEachRow(values)
  const rowsPerCut = Math.max(1, Math.min(keys.length / 20, ROWS_PER_CUT), keys.length / CUTS_MAX)
  const load = new Float64Array(RUNS_MAX)
  const warmUp = Math.ceil(rowsPerCut)
  for (const key of keys.subarray(0, warmUp)) addOne(load, key)
  const writers = createWriters(keys.subarray(warmUp), cutPartitions(load, partitions), partitions)
  let [steps, served, servedAtCut] = [0, 0, 0]
  while (writers.refill()) {
    for (const key of writers.serve()) {
      addOne(load, key)
      served += 1
    }
    steps += 1
    if (served - servedAtCut < rowsPerCut) continue
    servedAtCut = served
    writers.cut(cutPartitions(load, partitions))
    load.forEach((one, key) => {
      load[key] = one * REMEMBERED
    })
  }
  return steps === 0 ? 1 / partitions : served / (steps * partitions * ROWS_PER_STEP)
}

function createWriters(keys: Int32Array, firstCut: Int32Array, partitions: number) {
  const pendingMax = Math.min(PENDING_MAX, Math.ceil(keys.length / 5))
  let partitionOf = firstCut
  const queues = new RowQueues(keys.length, partitions)
  let [next, pending] = [0, 0]
  const enqueue = (row: number): void => {
    const key = expectDefined(keys[row], 'a row')
    queues.push(expectDefined(partitionOf[key], 'every key has a partition'), row)
  }
  return {
    /** False when there is nothing left to send; what is pending then says nothing of the load. */
    refill: (): boolean => {
      for (; pending < pendingMax && next < keys.length; pending++) enqueue(next++)
      return next < keys.length
    },
    /** The keys of the rows that the partitions take in one step. */
    serve: (): number[] => {
      const taken: number[] = []
      for (let partition = 0; partition < partitions; partition++) {
        for (let nth = 0; nth < ROWS_PER_STEP; nth++) {
          const row = queues.shift(partition)
          if (row === undefined) break
          taken.push(expectDefined(keys[row], 'a row'))
        }
      }
      pending -= taken.length
      return taken
    },
    cut: (cut: Int32Array): void => {
      partitionOf = cut
      for (const row of queues.empty()) enqueue(row)
    },
  }
}

/** Neighbouring keys together, so that no step looks at every key. */
function runOfEachRow(values: RankedValues): Int32Array {
  const runOf = cutPartitions(Float64Array.from(countRanks(values)), RUNS_MAX)
  return values.ranks.map((rank) => expectDefined(runOf[rank], 'every rank has a run'))
}

const addOne = (load: Float64Array, key: number): void => {
  load[key] = expectDefined(load[key], 'a key') + 1
}
