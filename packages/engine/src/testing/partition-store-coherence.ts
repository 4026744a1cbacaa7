import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PartitionStore } from '../partitions/partition-store.js'

const TABLE = 7
/** Few, so that reads and writes overlap. */
const PARTITIONS = 2
const KEYS = 2

type Step =
  | { readonly kind: 'write'; readonly partition: number; readonly deletes: boolean }
  | { readonly kind: 'read'; readonly partition: number; readonly pending: boolean }
  | { readonly kind: 'readOne'; readonly partition: number; readonly key: number }
  | { readonly kind: 'turn' }

const partition = fc.nat({ max: PARTITIONS - 1 })
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('write' as const), partition, deletes: fc.boolean() }),
    fc.record({ kind: fc.constant('read' as const), partition, pending: fc.boolean() }),
    fc.record({
      kind: fc.constant('readOne' as const),
      partition,
      key: fc.nat({ max: KEYS - 1 }),
    }),
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('turn' as const) }) },
  ),
  { minLength: 1, maxLength: 200, size: 'max' },
)

/**
 * Every write puts one generation number under all keys of a partition-key value, or deletes them all. A
 * torn read shows two generations, and a stale read shows one older than the last acknowledged before it
 * began.
 */
export function coherenceCases(store: () => PartitionStore): void {
  it('never shows a torn or stale value while reads and writes run at once', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => runsCoherently(store(), sequence)),
      { numRuns: 150 },
    )
  })
}

class Values {
  /** For each partition-key value: its generations, the newest last, and which of them deleted it. */
  readonly generations = Array.from({ length: PARTITIONS }, () => ({ accepted: 0, visible: 0 }))
  readonly deleted = new Set<string>()
}

async function runsCoherently(store: PartitionStore, sequence: readonly Step[]): Promise<void> {
  const values = new Values()
  await store.commitMany(
    Array.from({ length: PARTITIONS }, (_, number) => writeOf(number, undefined)),
  )
  const running: Promise<void>[] = []
  for (const step of sequence) {
    if (step.kind === 'turn') await new Promise((resolve) => setImmediate(resolve))
    else if (step.kind === 'write') running.push(write(store, values, step.partition, step.deletes))
    else if (step.kind === 'read') {
      const pending = step.pending && store.capabilities.pipelined
      running.push(readAll(store, values, step.partition, pending))
    } else running.push(readOne(store, values, step.partition, step.key))
  }
  await Promise.all(running)
  for (let number = 0; number < PARTITIONS; number++) {
    for (let index = 0; index < KEYS; index++) await readOne(store, values, number, index)
    await readAll(store, values, number, false)
  }
}

async function write(
  store: PartitionStore,
  values: Values,
  number: number,
  deletes: boolean,
): Promise<void> {
  const state = stateOf(values, number)
  const generation = ++state.accepted
  if (deletes) values.deleted.add(`${number}/${generation}`)
  const committed = store.commit(writeOf(number, deletes ? undefined : String(generation)))
  expect(await committed).toBe('committed')
  state.visible = Math.max(state.visible, generation)
}

async function readAll(
  store: PartitionStore,
  values: Values,
  number: number,
  pending: boolean,
): Promise<void> {
  const state = stateOf(values, number)
  const oldest = pending ? state.accepted : state.visible
  const keys = Array.from({ length: KEYS }, (_, index) => keyOf(number, index))
  const view = await store.read({ table: TABLE, partition: keyOf(number), keys, pending })
  const distinct = new Set(view.values.map(String))
  expect(distinct.size).toBe(1)
  expectGeneration(values, number, view.values[0], oldest)
}

async function readOne(
  store: PartitionStore,
  values: Values,
  number: number,
  index: number,
): Promise<void> {
  const oldest = stateOf(values, number).visible
  const keys = [keyOf(number, index)]
  const view = await store.read({ table: TABLE, partition: keyOf(number), keys, pending: false })
  expectGeneration(values, number, view.values[0], oldest)
}

/** Expects a value of a generation between `oldest` and the last one accepted. */
function expectGeneration(
  values: Values,
  number: number,
  value: Buffer | undefined,
  oldest: number,
): void {
  const { accepted } = stateOf(values, number)
  if (value !== undefined) {
    expect(Number(value)).toBeGreaterThanOrEqual(oldest)
    expect(Number(value)).toBeLessThanOrEqual(accepted)
    return
  }
  const candidates = Array.from({ length: accepted - oldest + 1 }, (_, i) => oldest + i)
  const deletedSince = candidates.some(
    (generation) => generation === 0 || values.deleted.has(`${number}/${generation}`),
  )
  expect(deletedSince).toBe(true)
}

function stateOf(values: Values, number: number): { accepted: number; visible: number } {
  const state = values.generations[number]
  if (state === undefined) throw new RangeError('no such partition-key value')
  return state
}

function writeOf(
  number: number,
  value: string | undefined,
): Parameters<PartitionStore['commit']>[0] {
  const mutations = Array.from({ length: KEYS }, (_, index) => ({
    key: keyOf(number, index),
    value: value === undefined ? undefined : Buffer.from(value),
  }))
  const partition = keyOf(number)
  const nothing = { expectedHead: undefined, token: undefined, record: undefined }
  return { table: TABLE, partition, mutations, ...nothing }
}

function keyOf(number: number, index?: number): Buffer {
  return Buffer.from(index === undefined ? `partition ${number}` : `partition ${number} ${index}`)
}
