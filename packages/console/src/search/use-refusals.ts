import { useMemo } from 'react'
import { GateError } from '../gate/gate-client.js'
import { refusedPlaces } from './builder/refused-places.js'
import type { DataObject } from './forms/form.js'
import type { IndexField } from './forms/searchable-fields.js'
import { pathName } from './json/exact-json.js'
import { type IndexPlace, inOrder } from './page-requests.js'
import { searchText, useSearchAddress } from './search-address.js'
import { useHits, useStatistics } from './use-search.js'

const NONE: ReadonlyMap<string, string> = new Map()

/** What the service has refused of the search, by its places; nothing once the draft is another one. */
export function useRefusals(
  place: IndexPlace,
  asked: DataObject,
  draft: DataObject,
  fields: readonly IndexField[],
): ReadonlyMap<string, string> {
  const [{ view }] = useSearchAddress()
  const hits = useHits(place, inOrder(asked, fields), false)
  const statistics = useStatistics(place, asked, false)
  const { error } = view === 'rows' ? hits : statistics
  const isSame = searchText(draft) === searchText(asked)
  return useMemo(() => {
    if (!isSame || !(error instanceof GateError)) return NONE
    const places = refusedPlaces(asked, error.message, fields)
    return new Map(places.map((path) => [pathName(path), error.message]))
  }, [isSame, error, asked, fields])
}
