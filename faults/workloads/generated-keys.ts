import type { SeededRandom } from '@rowhouse/platform/testing'
import type { Service } from './service.js'
import { type Lane, Violation, type Workload } from './workload.js'

const TABLE = 'generated_keys'
const PARTITIONS = 3

/** Auto-increment keys are larger than all before and never generated twice, even after a crash. */
export const createGeneratedKeys = (lanes: number): Workload => {
  /** The values of all rows that must be there. */
  const settled = new Map<string, number>()
  const unanswered = new Set<number>()
  const largest = new Map<string, number>()
  let sequence = 0
  let acknowledged = 0
  let verified = 0

  const step = async (service: Service, random: SeededRandom): Promise<void> => {
    const partition = `partition ${random.below(PARTITIONS)}`
    const floor = largest.get(partition) ?? 0
    const value = ++sequence
    unanswered.add(value)
    const row = await service.putGenerated(TABLE, partition, { value })
    unanswered.delete(value)
    acknowledged++
    const name = `${partition}/${row}`
    if (row <= floor) throw new Violation(TABLE, `${name} comes after ${floor}`)
    if (settled.has(name)) throw new Violation(TABLE, `${name} was given twice`)
    settled.set(name, value)
    largest.set(partition, Math.max(row, largest.get(partition) ?? 0))
  }

  return {
    name: TABLE,
    get verified() {
      return verified
    },
    prepare: (service) => service.createTable(TABLE, { generated: true }),
    lanes: (service, random) =>
      Array.from({ length: lanes }, (): Lane => () => step(service, random)),
    check: async (service) => {
      const missing = new Map(settled)
      for (const { key, columns } of await service.scan(TABLE)) {
        const name = `${key.partition}/${key.row}`
        const value = Number(columns['value'])
        const wanted = settled.get(name)
        if (wanted !== undefined && wanted !== value)
          throw new Violation(TABLE, `${name} holds ${value}, must be ${wanted}`)
        if (wanted === undefined && !unanswered.delete(value))
          throw new Violation(TABLE, `${name} holds ${value}, which stands elsewhere or nowhere`)
        missing.delete(name)
        settled.set(name, value)
        largest.set(key.partition, Math.max(key.row, largest.get(key.partition) ?? 0))
      }
      for (const name of missing.keys()) throw new Violation(TABLE, `${name} is lost`)
      unanswered.clear()
      verified += acknowledged
      acknowledged = 0
    },
  }
}
