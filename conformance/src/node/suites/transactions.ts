import { testsOf } from '../harness.js'
import { invalid, refused } from '../service-error.js'
import { numbered, numberedKey, pk, plain } from '../shapes.js'
import { toSdkKey } from '../values.js'

const start = testsOf('StartLocalTransaction')
const commit = testsOf('CommitTransaction')
const abort = testsOf('AbortTransaction')

const UNKNOWN = '0123456789abcdef0123456789abcdef'
const GONE = 'Session not exist or may be timeout.'
const NO_ID = 'TransactionID is invalid.'

/** This SDK cannot create a table with local transactions, so only errors can be tested. */
export const transactionTests = [
  start('rules', 'table and key', async (t) => {
    const call = (tableName: string, key: Parameters<typeof toSdkKey>[0]): Promise<unknown> =>
      t.client.call('startLocalTransaction', { tableName, primaryKey: toSdkKey(key) })
    await invalid(
      call(await t.table(plain), pk(t.id)),
      'Try to call method using explicit transaction on explicit-transaction-disabled table.',
    )
    await invalid(
      call(await t.table(numbered), numberedKey(t.id, 1)),
      'StartLocalTransaction support only one primary key.',
    )
    const missing = call(t.tableName(), pk(t.id))
    await refused(missing, 404, 'OTSObjectNotExist', 'Requested table does not exist.')
  }),
  commit('unknown transaction', 'and an invalid id', async (t) => {
    const call = (transactionId: string): Promise<unknown> =>
      t.client.call('commitTransaction', { transactionId })
    await refused(call(UNKNOWN), 404, 'OTSSessionNotExist', GONE)
    await invalid(call('not existed transaction id'), NO_ID)
  }),
  abort('unknown transaction', 'and an invalid id', async (t) => {
    const call = (transactionId: string): Promise<unknown> =>
      t.client.call('abortTransaction', { transactionId })
    await refused(call(UNKNOWN), 404, 'OTSSessionNotExist', GONE)
    await invalid(call('not existed transaction id'), NO_ID)
  }),
]
