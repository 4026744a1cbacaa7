import { abortTransaction } from '../../transactions/abort-transaction.js'
import { commitTransaction } from '../../transactions/commit-transaction.js'
import { startLocalTransaction } from '../../transactions/start-local-transaction.js'
import { type Command, INSTANCE } from './case-command.js'
import { rowOf } from './requests.js'

/** `start t a="x" | | as=name` */
export const start: Command = async ({ engine, transactions }, line) => {
  const { transactionId } = await startLocalTransaction(engine, INSTANCE, {
    tableName: line.table,
    key: rowOf(line.key),
  })
  transactions.set(line.options.get('as') ?? '', transactionId)
  return 'started'
}

/** `commit name` */
export const commit: Command = async ({ engine, transactions }, { table: name }) => {
  await commitTransaction(engine, INSTANCE, { transactionId: transactions.get(name) ?? name })
  return 'committed'
}

/** `abort name` */
export const abort: Command = async ({ engine, transactions }, { table: name }) => {
  await abortTransaction(engine, INSTANCE, { transactionId: transactions.get(name) ?? name })
  return 'aborted'
}
