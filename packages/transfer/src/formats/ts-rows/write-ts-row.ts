import { jsonValue } from '../json/write-object.js'
import type { FileValue } from '../record.js'
import type { TableCell, TableRow } from '../table-row.js'

/** Writes a row as one line of the `ts` tool; the versions of a column are consecutive cells. */
export function writeTsRow({ key, cells }: TableRow): string {
  const values = key.map(jsonValue).join(',')
  return `{"PK":{"Values":[${values}]},"Attr":{"Values":[${cells.map(writeCell).join(',')}]}}\n`
}

function writeCell({ name, value, time }: TableCell): string {
  const stamp = time === undefined ? '' : `,"TS":${time}`
  return `{"C":${JSON.stringify(name)},"V":${valueText(value)}${stamp}${markOf(value)}}`
}

const valueText = (value: FileValue): string =>
  value instanceof Uint8Array ? `"${Buffer.from(value).toString('base64')}"` : jsonValue(value)

/** The mark of a type that the value itself does not show. */
function markOf(value: FileValue): string {
  if (typeof value === 'bigint') return ',"IsInt":true'
  return value instanceof Uint8Array ? ',"T":"binary"' : ''
}
