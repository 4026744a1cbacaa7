import { type GateValue, readGateJson, writeGateJson } from '@rowhouse/console-gate/shapes'
import type { Key } from '@rowhouse/snippets'
import { useSearchParams } from 'wouter'
import { type FilterClause, parseClause } from './filter/filter-clause.js'
import type { ColumnRange, KeyQuestion } from './key-question.js'

/** What the address of a table's page says: the question, the filter, hidden columns, and the open panel. */
export interface RowsAddress {
  readonly question: KeyQuestion
  readonly clauses: readonly FilterClause[]
  readonly hidden: readonly string[]
  readonly panel: Panel | undefined
}

const NAMED_PANELS = ['new', 'code', 'changes', 'export', 'import'] as const

/** A row, or one of the panels that belong to the whole table. */
type Panel =
  | { readonly kind: 'row'; readonly key: Key }
  | { readonly kind: (typeof NAMED_PANELS)[number] }

export function useRowsAddress(): readonly [RowsAddress, (change: Partial<RowsAddress>) => void] {
  const [search, setSearch] = useSearchParams()
  const address = readAddress(search)
  const change = (part: Partial<RowsAddress>): void => {
    const isOtherQuestion = part.question !== undefined || part.clauses !== undefined
    setSearch(writeAddress({ ...address, ...part }), { replace: !isOtherQuestion })
  }
  return [address, change]
}

export function readAddress(search: URLSearchParams): RowsAddress {
  return {
    question: {
      equals: search.getAll('is'),
      range: readRange(search),
      isBackward: search.has('backward'),
    },
    clauses: search.getAll('where').flatMap((text) => parseClause(text) ?? []),
    hidden: search.getAll('hide'),
    panel: readPanel(search),
  }
}

function readRange(search: URLSearchParams): ColumnRange | undefined {
  const text = search.get('begins')
  if (text !== null) return { kind: 'begins', text }
  const [from, to] = [search.get('from'), search.get('to')]
  if (from === null && to === null) return undefined
  return { kind: 'between', from: from ?? '', to: to ?? '' }
}

function readPanel(search: URLSearchParams): Panel | undefined {
  const kind = NAMED_PANELS.find((name) => name === search.get('panel'))
  if (kind !== undefined) return { kind }
  const key = search.getAll('key').flatMap((text) => readKeyCell(text) ?? [])
  return key.length > 0 ? { kind: 'row', key } : undefined
}

const isList = (value: GateValue): value is readonly GateValue[] => Array.isArray(value)

/** A part of an address that somebody has damaged is left out. */
function readKeyCell(text: string): Key[number] | undefined {
  try {
    const pair = readGateJson(text)
    if (!isList(pair)) return undefined
    const [name, value] = pair
    const isValue =
      typeof value === 'string' || typeof value === 'bigint' || value instanceof Uint8Array
    return typeof name === 'string' && isValue ? { name, value } : undefined
  } catch {
    return undefined
  }
}

export function writeAddress({ question, clauses, hidden, panel }: RowsAddress): URLSearchParams {
  const search = new URLSearchParams()
  for (const text of question.equals) search.append('is', text)
  const { range } = question
  if (range?.kind === 'begins') search.set('begins', range.text)
  if (range?.kind === 'between') {
    search.set('from', range.from)
    search.set('to', range.to)
  }
  if (question.isBackward) search.set('backward', '')
  for (const clause of clauses) search.append('where', writeGateJson(clause))
  for (const column of hidden) search.append('hide', column)
  if (panel?.kind === 'row') {
    for (const { name, value } of panel.key) search.append('key', writeGateJson([name, value]))
  } else if (panel !== undefined) search.set('panel', panel.kind)
  return search
}
