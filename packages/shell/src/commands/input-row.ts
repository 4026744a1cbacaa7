import { readFile } from 'node:fs/promises'
import type { ColumnCell, Key, RowCondition } from '@rowhouse/snippets'
import { UseError } from '../errors.js'
import { columnsOf } from '../formats/columns.js'
import { keyOf } from '../formats/key.js'
import { readRowLine } from '../formats/row-line.js'
import type { Session } from '../session/session.js'
import { type Flag, type Given, inputFlag, keyFlag, tableFlag } from './command.js'

/** The flags of commands that write a row. */
export const rowFlags: readonly Flag[] = [
  tableFlag,
  keyFlag,
  {
    name: 'attr',
    short: 'a',
    kind: 'text',
    text: 'columns: c name, v value; isint or t for the type, ts for the time',
  },
  { name: 'condition', kind: 'text', text: 'ignore (default), exist or not_exist' },
  { ...inputFlag, text: 'a file with the row instead' },
]

/** The row from flags or from a file. */
export async function inputRow(
  session: Session,
  given: Given,
  table: string,
): Promise<{ readonly key: Key; readonly columns: readonly ColumnCell[] }> {
  const schema = await session.keyOf(table)
  const input = given.text('input')
  const [key, attr] = [given.text('pk'), given.text('attr')]
  if (input === undefined) {
    if (key === undefined) throw new UseError('--pk is missing, or --input with a file')
    return { key: keyOf(key, schema), columns: attr === undefined ? [] : columnsOf(attr) }
  }
  if (key !== undefined || attr !== undefined) {
    throw new UseError('give --input, or --pk and --attr, not both')
  }
  return readRowLine(await readFile(input, 'utf8'), schema, input)
}

export function conditionOf(given: Given): RowCondition {
  const condition = given.text('condition')?.toLowerCase() ?? 'ignore'
  if (condition === 'ignore' || condition === 'exist' || condition === 'not_exist') return condition
  throw new UseError(`--condition is ${condition}: take ignore, exist or not_exist`)
}
