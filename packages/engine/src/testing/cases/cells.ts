import { CellOperation, type PlainBufferCell } from '@rowhouse/protocol'
import { formatValue, parseValue } from './case-tokens.js'

/** name=value, name@timestamp=value, name+=operand, -name (all versions), -name@timestamp (one). */
export const parseCell = (token: string): PlainBufferCell => {
  const deletion = /^-([^=@]+)(?:@(\d+))?$/.exec(token)
  if (deletion !== null) {
    const [, name = '', timestamp] = deletion
    return {
      name,
      value: undefined,
      operation:
        timestamp === undefined
          ? CellOperation.DELETE_ALL_VERSION
          : CellOperation.DELETE_ONE_VERSION,
      timestamp: timestamp === undefined ? undefined : BigInt(timestamp),
    }
  }
  const put = /^([^=@+]+)(?:@(\d+))?(\+)?=(.*)$/s.exec(token)
  if (put === null) throw new Error(`not a cell: ${token}`)
  const [, name = '', timestamp, increment, value = ''] = put
  return {
    name: name.startsWith('"') ? String(JSON.parse(name)) : name,
    value: parseValue(value),
    operation: increment === undefined ? undefined : CellOperation.INCREMENT,
    timestamp: timestamp === undefined ? undefined : BigInt(timestamp),
  }
}

export const formatRow = (row: {
  readonly primaryKey: readonly PlainBufferCell[]
  readonly cells: readonly PlainBufferCell[]
}): string => {
  const key = row.primaryKey.map(({ name, value }) => `${name}=${show(value)}`)
  const cells = row.cells.map(({ name, value, timestamp }) => `${name}@${timestamp}=${show(value)}`)
  return cells.length === 0 ? key.join(' ') : `${key.join(' ')} | ${cells.join(' ')}`
}

const show = (value: Buffer | undefined): string => {
  const text = value === undefined ? '-' : formatValue(value)
  return text.length <= LONG ? text : `${text.slice(0, LONG)}...(${text.length})`
}

const LONG = 100
