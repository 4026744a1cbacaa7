import {
  abortTransaction,
  commitTransaction,
  createIndex,
  dropIndex,
  encodeRow,
  startLocalTransaction,
  stringVariant,
} from '@rowhouse/protocol'
import type { Choices } from '../random.js'
import type { Seed } from './seed.js'
import { transactionTable } from './tables.js'
import { cell } from './values.js'

const tableName = transactionTable.name

/** An id of the right form that names no transaction: the server's ids cannot be predicted. */
const anyTransaction = (random: Choices) => ({ transactionId: random.bytes(16).toString('hex') })

/** A transaction holds its partition-key value for a minute, so most have their own value. */
const startSeed: Seed = (random) => {
  const name = random.once(20) ? `key${random.below(16)}` : `value${random.bits()}`
  const primaryKey = [cell('p', stringVariant(name))]
  const key = encodeRow({ primaryKey, cells: [], deleteMarker: false })
  return startLocalTransaction.encodeRequest({ tableName, key })
}

const indexName = (random: Choices): string => `fuzz_index${random.below(6)}`

const createIndexSeed: Seed = (random) => {
  const isLocal = random.once(2)
  return createIndex.encodeRequest({
    mainTableName: tableName,
    indexMeta: {
      name: indexName(random),
      primaryKey: isLocal ? ['p', 'c0'] : random.pick([['c0'], ['c1', 'c0'], ['n']]),
      definedColumns: random.once(2) ? ['c2'] : [],
      updateMode: isLocal ? 'SYNC' : 'ASYNC',
      type: isLocal ? 'LOCAL' : 'GLOBAL',
      syncPhase: undefined,
    },
    includeBaseData: random.once(2),
  })
}

export const transactionSeeds: Readonly<Record<string, Seed>> = {
  StartLocalTransaction: startSeed,
  CommitTransaction: (random) => commitTransaction.encodeRequest(anyTransaction(random)),
  AbortTransaction: (random) => abortTransaction.encodeRequest(anyTransaction(random)),
}

export const indexSeeds: Readonly<Record<string, Seed>> = {
  CreateIndex: createIndexSeed,
  DropIndex: (random) =>
    dropIndex.encodeRequest({ mainTableName: tableName, indexName: indexName(random) }),
}
