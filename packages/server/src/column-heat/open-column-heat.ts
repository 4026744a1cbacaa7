import { systemClock, systemRandom } from '@rowhouse/platform'
import type { Cleanup } from '../cleanup.js'
import { ColumnHeat } from './column-heat.js'

const SECOND_MS = 1000

/** Opens the counts of column heat, which tick until the server ends. */
export function openColumnHeat(cleanup: Cleanup): ColumnHeat {
  const heat = new ColumnHeat(systemClock, systemRandom.bytes(4).readInt32LE())
  const ticking = setInterval(() => heat.tick(), SECOND_MS).unref()
  cleanup.add(() => clearInterval(ticking))
  return heat
}
