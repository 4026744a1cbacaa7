import { outOfRange } from '@rowhouse/platform'
import { cutPartitions } from './cut-partitions.js'
import { type RankedValues, countRanks } from './ranked-values.js'
import { RowQueues } from './row-queues.js'

/** The maximum number of rows that writers hold back while partitions are busy. */
const PENDING_MAX = 2000
/** The rows that a partition serves in one step. */
const ROWS_PER_STEP = 5
/** The table splits by load after so many rows. */
const ROWS_PER_CUT = 400
const CUTS_MAX = 128
/** The weight of earlier load at the next split. */
const REMEMBERED = 0.8
/** The number of groups of neighbouring keys between which partitions can be split. */
const RUNS_MAX = 2048

/**
 * The share of so many partitions' throughput that rows in their order of arrival can use; 0 to 1.
 *
 * Writers send the rows in their order and hold back rows that a busy partition refuses, up to a bound;
 * then they wait. Meanwhile the table splits where the load was, but never inside one key. So it follows
 * a load that moves, but a key with much load keeps one partition busy, and rising keys are always after
 * the last split.
 */
export function simulateLoad(values: RankedValues, partitions: number): number {
  const keys = runOfEachRow(values)
  const rowsPerCut = Math.max(1, Math.min(keys.length / 20, ROWS_PER_CUT), keys.length / CUTS_MAX)
  const load = new Float64Array(Math.min(RUNS_MAX, values.distinct))
  const warmUp = Math.ceil(rowsPerCut)
  for (const key of keys.subarray(0, warmUp)) addOne(load, key)
  const writers = createWriters(keys.subarray(warmUp), cutPartitions(load, partitions), partitions)
  let [steps, served, servedAtCut] = [0, 0, 0]
  while (writers.refill()) {
    served += writers.serve(load)
    steps += 1
    if (served - servedAtCut < rowsPerCut) continue
    servedAtCut = served
    writers.cut(cutPartitions(load, partitions))
    for (let key = 0; key < load.length; key++) {
      load[key] = (load[key] ?? outOfRange()) * REMEMBERED
    }
  }
  return steps === 0 ? 1 / partitions : served / (steps * partitions * ROWS_PER_STEP)
}

function createWriters(keys: Int32Array, firstCut: Int32Array, partitions: number) {
  const pendingMax = Math.min(PENDING_MAX, Math.ceil(keys.length / 5))
  let partitionOf = firstCut
  const queues = new RowQueues(keys.length, partitions)
  let [next, pending] = [0, 0]
  const enqueue = (row: number): void => {
    const key = keys[row] ?? outOfRange()
    queues.push(partitionOf[key] ?? outOfRange(), row)
  }
  return {
    /**
     * Returns false when there is nothing left to send; pending rows do not show the load any more then.
     */
    refill: (): boolean => {
      for (; pending < pendingMax && next < keys.length; pending++) enqueue(next++)
      return next < keys.length
    },
    /** Adds the rows that the partitions serve in one step to the load; returns how many there are. */
    serve: (load: Float64Array): number => {
      let served = 0
      for (let partition = 0; partition < partitions; partition++) {
        for (let nth = 0; nth < ROWS_PER_STEP; nth++) {
          const row = queues.shift(partition)
          if (row === undefined) break
          addOne(load, keys[row] ?? outOfRange())
          served += 1
        }
      }
      pending -= served
      return served
    },
    cut: (cut: Int32Array): void => {
      partitionOf = cut
      for (const row of queues.empty()) enqueue(row)
    },
  }
}

/** Groups neighbouring keys, so that no step iterates over every key. */
function runOfEachRow(values: RankedValues): Int32Array {
  // Each key has a run of its own then.
  if (values.ranks.length <= RUNS_MAX) return values.ranks
  const runOf = cutPartitions(new Float64Array(countRanks(values)), RUNS_MAX)
  const { ranks } = values
  const runs = new Int32Array(ranks.length)
  for (let row = 0; row < ranks.length; row++) {
    runs[row] = runOf[ranks[row] ?? outOfRange()] ?? outOfRange()
  }
  return runs
}

const addOne = (load: Float64Array, key: number): void => {
  load[key] = (load[key] ?? outOfRange()) + 1
}
