import type { SeededRandom } from '@rowhouse/platform/testing'
import {
  type CreateSearchIndexRequest,
  type FieldSchema,
  type UpdateSearchIndexRequest,
  plainField,
} from '@rowhouse/protocol'
import { TABLE } from './indexed-rows.js'

export type IndexUpdate = Partial<Omit<UpdateSearchIndexRequest, 'tableName' | 'indexName'>>

/** The operations on the table's search indexes, in a server or an engine. A refusal does not throw. */
export interface IndexCalls {
  names(): Promise<readonly string[]>
  create(request: CreateSearchIndexRequest): Promise<void>
  drop(name: string): Promise<void>
  update(request: UpdateSearchIndexRequest): Promise<void>
  rebuild(name: string): Promise<void>
}

/** This index is never dropped. */
export const FIRST_INDEX = 'index0'
const OTHERS = ['index1', 'index2'] as const
const REINDEX = `${FIRST_INDEX}_reindex`
const TEN_DAYS_SECONDS = 864_000

export const FIELDS = [
  plainField('n', 'LONG'),
  plainField('k', 'KEYWORD'),
  plainField('t', 'TEXT'),
  plainField('b', 'KEYWORD'),
]
/** Some indexes have this field from the start, others get it later. */
const LATER = plainField('m', 'LONG')

export const newIndex = (
  indexName: string,
  fieldSchemas: readonly FieldSchema[],
  sourceIndexName?: string,
): CreateSearchIndexRequest => ({
  tableName: TABLE,
  indexName,
  schema: { fieldSchemas, indexSetting: undefined, indexSort: undefined },
  sourceIndexName,
  timeToLive: undefined,
})

type Change = (calls: IndexCalls, random: SeededRandom) => Promise<void>

/**
 * Changes one index: it is built over existing rows, dropped, given a field or a time to live, rebuilt, or
 * replaced by its reindex.
 */
export const changeIndexes: Change = async (calls, random) => {
  let left = random.below(CHANGES.reduce((sum, [share]) => sum + share, 0))
  for (const [share, change] of CHANGES) {
    left -= share
    if (left < 0) return change(calls, random)
  }
}

const create: Change = async (calls, random) => {
  const names = await calls.names()
  const free = [FIRST_INDEX, ...OTHERS].find((name) => !names.includes(name))
  if (free !== undefined) await calls.create(newIndex(free, fieldsOf(random)))
}

const drop: Change = async (calls, random) => {
  const names = (await calls.names()).filter((name) => name !== FIRST_INDEX)
  const name = names[random.below(names.length)]
  if (name !== undefined) await calls.drop(name)
}

const rebuild: Change = async (calls, random) => calls.rebuild(await anyOf(calls, random))

const addField: Change = async (calls, random) =>
  update(calls, await anyOf(calls, random), { addedFieldSchemas: [LATER] })

const changeLife: Change = async (calls, random) => {
  const timeToLive = random.chance(0.5) ? -1 : TEN_DAYS_SECONDS
  await update(calls, await anyOf(calls, random), { timeToLive })
}

const reindex: Change = async (calls, random) => {
  const names = await calls.names()
  if (!names.includes(REINDEX))
    return calls.create(newIndex(REINDEX, fieldsOf(random), FIRST_INDEX))
  if (random.chance(0.5)) return update(calls, FIRST_INDEX, { switchIndexName: REINDEX })
  const weight = random.below(101)
  const queryFlowWeight = [
    { indexName: FIRST_INDEX, weight },
    { indexName: REINDEX, weight: 100 - weight },
  ]
  await update(calls, FIRST_INDEX, { queryFlowWeight })
}

const CHANGES: readonly (readonly [share: number, change: Change])[] = [
  [6, create],
  [3, drop],
  [2, rebuild],
  [3, addField],
  [2, changeLife],
  [4, reindex],
]

const anyOf = async (calls: IndexCalls, random: SeededRandom): Promise<string> => {
  const names = await calls.names()
  return names[random.below(names.length)] ?? FIRST_INDEX
}

const fieldsOf = (random: SeededRandom): readonly FieldSchema[] =>
  random.chance(0.3) ? [...FIELDS, LATER] : FIELDS

const update = (calls: IndexCalls, indexName: string, change: IndexUpdate): Promise<void> =>
  calls.update({
    tableName: TABLE,
    indexName,
    switchIndexName: undefined,
    queryFlowWeight: [],
    timeToLive: undefined,
    addedFieldSchemas: [],
    ...change,
  })
