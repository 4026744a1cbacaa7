import type {
  ChangeRecord,
  CommitOutcome,
  PartitionCommit,
  PartitionRead,
  PartitionStore,
} from '../partitions/partition-store.js'
import type { Entry } from '@rowhouse/store'

/** Short calls of a partition store, on table 1 and partition key `p` unless given. */

export function full(fields: Partial<PartitionCommit>): PartitionCommit {
  return {
    table: 1,
    partition: key('p'),
    expectedHead: undefined,
    token: undefined,
    record: undefined,
    mutations: [],
    ...fields,
  }
}

export function commit(
  store: PartitionStore,
  fields: Partial<PartitionCommit>,
): Promise<CommitOutcome> {
  return store.commit(full(fields))
}

export function read(
  store: PartitionStore,
  fields: Partial<PartitionRead>,
): ReturnType<PartitionStore['read']> {
  return store.read({ table: 1, partition: key('p'), keys: [], pending: false, ...fields })
}

export function key(name: string): Buffer {
  return Buffer.from(name)
}

export function puts(values: Readonly<Record<string, string>>): PartitionCommit['mutations'] {
  return Object.entries(values).map(([name, value]) => ({ key: key(name), value: key(value) }))
}

export function keys(...names: string[]): Buffer[] {
  return names.map(key)
}

export async function valuesOf(
  store: PartitionStore,
  ...names: string[]
): Promise<(string | undefined)[]> {
  const { values } = await read(store, { keys: keys(...names) })
  return values.map((value) => value?.toString())
}

export interface ScanFields {
  readonly table?: number
  readonly reverse?: boolean
  readonly expectedEntries?: number
}

export function range(
  start: string,
  end: string,
  fields: ScanFields,
): Parameters<PartitionStore['scan']>[0] {
  const [startKey, endKey] = [Buffer.from(start, 'latin1'), Buffer.from(end, 'latin1')]
  return { table: 1, start: startKey, end: endKey, reverse: false, expectedEntries: 10, ...fields }
}

export async function scan(
  store: Pick<PartitionStore, 'scan'>,
  start: string,
  end: string,
  fields: ScanFields = {},
): Promise<Entry[]> {
  const running = store.scan(range(start, end, fields))
  const entries: Entry[] = []
  try {
    for (let batch = await running.next(); batch.length > 0; batch = await running.next()) {
      entries.push(...batch)
    }
  } finally {
    await running.close()
  }
  return entries
}

export async function feed(store: PartitionStore, from: number): Promise<ChangeRecord[]> {
  const records: ChangeRecord[] = []
  for await (const change of store.changes(from)) {
    // The record's views are valid until the next record only.
    records.push(structuredCloneOf(change))
  }
  return records
}

function structuredCloneOf(change: ChangeRecord): ChangeRecord {
  const copy = (bytes: Buffer | undefined): Buffer | undefined =>
    bytes === undefined ? undefined : Buffer.from(bytes)
  const commits = change.commits.map((logged) => ({
    table: logged.table,
    partition: Buffer.from(logged.partition),
    record: copy(logged.record),
    mutations: logged.mutations.map((mutation) => ({
      key: Buffer.from(mutation.key),
      value: copy(mutation.value),
    })),
  }))
  return { position: change.position, end: change.end, commits }
}

export function text(entry: Entry): string {
  return `${entry.key}=${entry.value}`
}
