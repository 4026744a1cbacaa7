import type TableStore from 'tablestore'
import { type Answer, LIMIT } from './scenario.js'

/** What the server answered, in the form of an answer from the file. */
export const answerOfReply = (reply: TableStore.SearchReply, idColumn: string): Answer => ({
  total: Number(reply.totalCounts ?? -1),
  ids: reply.rows.map((row) => idOfRow(row, idColumn)),
  groups: (reply.groupBys?.groupByResults ?? []).flatMap(({ groupByResult }) =>
    groupByResult.items.map(lineOfGroup),
  ),
})

export const idOfRow = (row: TableStore.ReadRow, idColumn: string): string => {
  const column = row.primaryKey.find(({ name }) => name === idColumn)
  if (typeof column?.value !== 'string') throw new TypeError(`a row without ${idColumn}`)
  return column.value
}

const lineOfGroup = (item: TableStore.GroupItem): string => {
  const key = item.key ?? `${item.from ?? 0}..${item.to ?? 'Infinity'}`
  const values = (item.subAggsResult?.aggResults ?? []).map(({ aggResult }) =>
    Number(aggResult.value),
  )
  return groupLine(key, Number(item.rowCount), values)
}

/** Values are compared to six places: sums of fractions depend on the order of their parts. */
export const groupLine = (key: string, rows: number, values: readonly number[]): string =>
  [key, rows, ...values.map((value) => value.toFixed(6))].join('  ')

/** Rows that pass, in the order of `compare` and then of their keys: what a search must answer. */
export const answerOf = <Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  keyOf: (id: string) => string,
  passes: (item: Item) => boolean,
  compare: (a: Item, b: Item) => number,
): Answer => {
  const found = items.filter(passes)
  const inOrder = found.toSorted(
    (a, b) => compare(a, b) || compareText(keyOf(idOf(a)), keyOf(idOf(b))),
  )
  return { total: found.length, ids: inOrder.slice(0, LIMIT).map(idOf), groups: [] }
}

export const compareText = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Items by a key; those without one are in no group. */
export const groupsOf = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === '') continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

export const differencesOf = (wanted: Answer, found: Answer): string[] => {
  const differences: string[] = []
  if (wanted.total !== found.total) {
    differences.push(`${found.total} rows counted, the file has ${wanted.total}`)
  }
  const compare = (name: string, ofFile: readonly string[], ofServer: readonly string[]): void => {
    for (let at = 0; at < Math.max(ofFile.length, ofServer.length); at += 1) {
      if (ofFile[at] === ofServer[at]) continue
      const texts = `${ofServer[at] ?? 'nothing'}, by the file ${ofFile[at] ?? 'nothing'}`
      differences.push(`${name} ${at + 1} is ${texts}`)
      return
    }
  }
  compare('row', wanted.ids, found.ids)
  compare('group', wanted.groups, found.groups)
  return differences
}
