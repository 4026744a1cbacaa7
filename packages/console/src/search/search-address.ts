import { useSearchParams } from 'wouter'
import { type Data, type DataObject, objectOf, reduced } from './forms/form.js'
import { searchForm } from './forms/search-forms.js'
import { JsonFault, inOneLine, readExactJson } from './json/exact-json.js'

/** What stands beside the builder. */
export type Beside = 'json' | 'code'

/** What the address of an index's page says of the search. */
interface SearchAddress {
  readonly search: DataObject
  readonly view: 'rows' | 'statistics'
  readonly beside: Beside | undefined
}

export function useSearchAddress(): readonly [
  SearchAddress,
  (change: Partial<SearchAddress>) => void,
] {
  const [params, setParams] = useSearchParams()
  const change = (part: Partial<SearchAddress>): void => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (part.search !== undefined) {
          setOrDelete(after, 'q', searchText(part.search))
          after.delete('key')
        }
        if (part.view !== undefined)
          setOrDelete(after, 'view', part.view === 'rows' ? '' : part.view)
        if ('beside' in part) setOrDelete(after, 'beside', part.beside ?? '')
        return after
      },
      { replace: part.search === undefined && part.view === undefined },
    )
  }
  return [readSearchAddress(params), change]
}

function setOrDelete(params: URLSearchParams, name: string, text: string): void {
  if (text === '') params.delete(name)
  else params.set(name, text)
}

export function readSearchAddress(params: URLSearchParams): SearchAddress {
  const beside = params.get('beside')
  return {
    search: searchOfText(params.get('q') ?? ''),
    view: params.get('view') === 'statistics' ? 'statistics' : 'rows',
    beside: beside === 'json' || beside === 'code' ? beside : undefined,
  }
}

/** Empty for a search for every row. */
export function searchText(search: DataObject): string {
  const text = inOneLine(reduced(searchForm, search))
  return text === '{}' ? '' : text
}

/**
 * What is being written, after the address has another search: another question takes its place, and other
 * statistics stand beside a question that was not asked yet.
 */
export function draftAfter(before: DataObject, asked: DataObject, draft: DataObject): DataObject {
  const { aggregations, groupBys } = asked
  const questionOf = (search: DataObject): string =>
    searchText({ ...search, aggregations: undefined, groupBys: undefined })
  if (questionOf(before) === questionOf(asked)) return { ...draft, aggregations, groupBys }
  return searchText(draft) === searchText(asked) ? draft : asked
}

/** A part of an address that somebody has damaged is left out. */
export function searchOfText(text: string): DataObject {
  return (text === '' ? undefined : objectOf(parsed(text))) ?? {}
}

function parsed(text: string): Data {
  try {
    return readExactJson(text).data
  } catch (error) {
    if (error instanceof JsonFault) return {}
    throw error
  }
}
