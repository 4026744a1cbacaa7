import { expectDefined } from '@rowhouse/platform'
import { type TableCell, type TableRow, newestCells } from '../table-row.js'
import { jsonValue } from './write-object.js'

/** Writes a row as an object on one line; `hasTimes` writes every version with its time. */
export function writeNdjsonRow(row: TableRow, hasTimes: boolean): string {
  const members = row.key.map((value, i) =>
    member(expectDefined(row.keyNames[i], 'a name of every key column'), jsonValue(value)),
  )
  if (hasTimes) members.push(...versions(row.cells))
  else for (const { name, value } of newestCells(row)) members.push(member(name, jsonValue(value)))
  return `{${members.join(',')}}\n`
}

const member = (name: string, text: string): string => `${JSON.stringify(name)}:${text}`

function versions(cells: readonly TableCell[]): string[] {
  const columns = new Map<string, string[]>()
  for (const { name, value, time } of cells) {
    const pairs = columns.get(name) ?? []
    pairs.push(`[${time ?? 0n},${jsonValue(value)}]`)
    columns.set(name, pairs)
  }
  return [...columns].map(([name, pairs]) => member(name, `{"$versions":[${pairs.join(',')}]}`))
}
