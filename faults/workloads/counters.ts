import { type Lane, Violation, type Workload } from './workload.js'

const TABLE = 'counters'
const COLUMN = 'count'

interface Counter {
  readonly partition: string
  /** The value that the last check found. */
  base: number
  acknowledged: number
  unanswered: number
  /** The answers since the last check. */
  readonly seen: Set<number>
}

/** Several clients add to the same counters: no acknowledged increment is lost or counted twice. */
export const createCounters = (lanes: number, counterCount: number): Workload => {
  const counters = Array.from(
    { length: counterCount },
    (_, index): Counter => ({
      partition: `counter ${index}`,
      base: 0,
      acknowledged: 0,
      unanswered: 0,
      seen: new Set(),
    }),
  )
  let verified = 0
  return {
    name: TABLE,
    get verified() {
      return verified
    },
    prepare: (service) => service.createTable(TABLE),
    lanes: (service, random) =>
      Array.from(
        { length: lanes },
        (): Lane => async () => {
          const counter = counters[random.below(counters.length)]
          if (counter === undefined) return
          counter.unanswered++
          const after = await service.increment(
            TABLE,
            { partition: counter.partition, row: 0 },
            COLUMN,
          )
          counter.unanswered--
          counter.acknowledged++
          if (after <= counter.base || counter.seen.has(after))
            throw new Violation(TABLE, `${counter.partition} answers ${after} again`)
          counter.seen.add(after)
        },
      ),
    check: async (service) => {
      const found = new Map<string, number>()
      for (const { key, columns } of await service.scan(TABLE))
        found.set(key.partition, Number(columns[COLUMN]))
      for (const counter of counters) {
        const value = found.get(counter.partition) ?? 0
        const least = counter.base + counter.acknowledged
        const most = least + counter.unanswered
        if (!(value >= least && value <= most))
          throw new Violation(
            TABLE,
            `${counter.partition} holds ${value}, must be ${least} to ${most}`,
          )
        verified += counter.acknowledged
        Object.assign(counter, { base: value, acknowledged: 0, unanswered: 0 })
        counter.seen.clear()
      }
    },
  }
}
