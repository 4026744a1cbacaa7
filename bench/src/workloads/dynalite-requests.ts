import { createHash, createHmac } from 'node:crypto'
import { columnName, KEY_NAME, keyOf, type RowShape, TABLE_NAME } from '../rows/row-shape.js'
import { httpRequest } from './http-request.js'
import { HOT_ROWS, type Workload, type WorkloadName } from './workload.js'

const REGION = 'us-east-1'
const SERVICE = 'dynamodb'
/** The limit of BatchWriteItem; the limit of a Scan reply is 1 MB. */
export const DYNALITE_BATCH_ROWS = 25

export interface DynaliteTarget {
  readonly host: string
  readonly rows: number
  readonly shape: RowShape
  readonly random: () => number
  readonly text: (length: number) => string
}

type Item = Readonly<Record<string, { readonly S: string }>>

/** The DynamoDB request that is nearest to the workload's Tablestore request. */
export function dynaliteRequest(name: WorkloadName, target: DynaliteTarget): Buffer {
  const { operation, body } = operationOf(name, target)
  return signedDynaliteRequest(target.host, operation, body)
}

function operationOf(name: WorkloadName, target: DynaliteTarget) {
  const { rows, random } = target
  const key = { [KEY_NAME]: { S: keyOf(Math.floor(random() * rows)) } }
  const table = { TableName: TABLE_NAME }
  switch (name) {
    case 'get-row':
      return { operation: 'GetItem', body: { ...table, Key: key } }
    case 'get-row-hot': {
      const hot = keyOf(Math.floor(random() * Math.min(rows, HOT_ROWS)))
      return { operation: 'GetItem', body: { ...table, Key: { [KEY_NAME]: { S: hot } } } }
    }
    case 'put-row':
      return { operation: 'PutItem', body: { ...table, Item: itemOf(key, target) } }
    case 'update-row':
      return { operation: 'UpdateItem', body: { ...table, Key: key, ...conditionalUpdate(target) } }
    case 'batch-write-row':
      return { operation: 'BatchWriteItem', body: batchWrite(distinctCounters(target), target) }
    case 'get-range-100':
      return { operation: 'Scan', body: { ...table, Limit: 100, ExclusiveStartKey: key } }
    case 'get-range-5000':
      return { operation: 'Scan', body: { ...table, Limit: 5_000, ExclusiveStartKey: key } }
  }
}

/** A Scan reply ends at 1 MB or at the end of the table, so its rows are computed from its size. */
export function dynaliteRowsOf(workload: Workload, target: DynaliteTarget) {
  if (workload.name === 'batch-write-row') return () => DYNALITE_BATCH_ROWS
  if (workload.rowsPerRequest === 1) return () => 1
  const key = { [KEY_NAME]: { S: keyOf(0) } }
  const itemBytes = JSON.stringify(itemOf(key, target)).length + 1
  return (bodyBytes: number) => Math.floor(bodyBytes / itemBytes)
}

/** Like the Tablestore workload: sets one column if another does not have a certain value. */
function conditionalUpdate({ shape, text }: DynaliteTarget) {
  return {
    UpdateExpression: `SET ${columnName(1)} = :v`,
    ConditionExpression: `${columnName(0)} <> :n`,
    ExpressionAttributeValues: {
      ':v': { S: text(shape.columnBytes) },
      ':n': { S: 'none' },
    },
  }
}

/** A batch must not name a key twice. */
function distinctCounters({ rows, random }: DynaliteTarget): number[] {
  const first = Math.floor(random() * rows)
  return Array.from({ length: DYNALITE_BATCH_ROWS }, (_, index) => (first + index) % rows)
}

export function batchWrite(counters: readonly number[], target: DynaliteTarget) {
  const requests = counters.map((counter) => {
    const key = { [KEY_NAME]: { S: keyOf(counter) } }
    return { PutRequest: { Item: itemOf(key, target) } }
  })
  return { RequestItems: { [TABLE_NAME]: requests } }
}

function itemOf(key: Item, { shape, text }: DynaliteTarget): Item {
  const item: Record<string, { S: string }> = { ...key }
  for (let column = 0; column < shape.columns; column += 1) {
    item[columnName(column)] = { S: text(shape.columnBytes) }
  }
  return item
}

/** Signs with signature version 4, as the peer's clients do. */
export function signedDynaliteRequest(host: string, operation: string, body: object): Buffer {
  const payload = Buffer.from(JSON.stringify(body))
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    host,
    'x-amz-date': date,
    'x-amz-target': `DynamoDB_20120810.${operation}`,
  }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const canonical = ['POST', '/', '', lines.join(''), names, sha256(payload)].join('\n')
  const scope = `${date.slice(0, 8)}/${REGION}/${SERVICE}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(Buffer.from(canonical))].join('\n')
  const signature = hmac(signingKey(date.slice(0, 8)), toSign).toString('hex')
  const authorization =
    `AWS4-HMAC-SHA256 Credential=bench/${scope}, ` +
    `SignedHeaders=${names}, Signature=${signature}`
  return httpRequest('/', { ...headers, authorization }, payload)
}

function signingKey(day: string): Buffer {
  const dayKey = hmac(Buffer.from('AWS4secret'), day)
  return [REGION, SERVICE, 'aws4_request'].reduce(hmac, dayKey)
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
