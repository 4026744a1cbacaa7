/**
 * Counts consumed capacity units, and rows refused for lack of them, by instance and table for the
 * metrics page. Units are whole and counted from the start of the process; `forget` removes the counters
 * of a dropped table.
 */
export interface CapacityMeter {
  add(instance: string, table: string, read: number, write: number): void
  /** Rows that were refused because the capacity units of the table were used up. */
  refuse(instance: string, table: string, access: 'read' | 'write', rows: number): void
  forget(instance: string, table: string): void
  figures(): readonly ConsumedCapacity[]
}

export interface ConsumedCapacity {
  readonly instance: string
  readonly table: string
  readonly read: number
  readonly write: number
  readonly refusedReads: number
  readonly refusedWrites: number
}

interface Counters {
  read: number
  write: number
  refusedReads: number
  refusedWrites: number
}

export const createCapacityMeter = (): CapacityMeter => {
  const instances = new Map<string, Map<string, Counters>>()
  return {
    add: (instance, table, read, write) => {
      const counters = countersOf(instances, instance, table)
      counters.read += read
      counters.write += write
    },
    refuse: (instance, table, access, rows) => {
      const counters = countersOf(instances, instance, table)
      if (access === 'read') counters.refusedReads += rows
      else counters.refusedWrites += rows
    },
    forget: (instance, table) => {
      const tables = instances.get(instance)
      if (tables?.delete(table) === true && tables.size === 0) instances.delete(instance)
    },
    figures: () =>
      [...instances].flatMap(([instance, tables]) =>
        [...tables].map(([table, counters]) => ({ instance, table, ...counters })),
      ),
  }
}

const countersOf = (
  instances: Map<string, Map<string, Counters>>,
  instance: string,
  table: string,
): Counters => {
  let tables = instances.get(instance)
  if (tables === undefined) {
    tables = new Map()
    instances.set(instance, tables)
  }
  let counters = tables.get(table)
  if (counters === undefined) {
    counters = { read: 0, write: 0, refusedReads: 0, refusedWrites: 0 }
    tables.set(table, counters)
  }
  return counters
}
