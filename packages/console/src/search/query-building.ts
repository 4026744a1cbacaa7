import { useMemo } from 'react'
import type { Building } from './builder/builder-context.js'
import { LoneQuery } from './builder/query-card.js'
import { checkData, faultsByPath } from './forms/check-data.js'
import type { DataObject, Form } from './forms/form.js'
import { type IndexField, byName, fieldsWithin } from './forms/searchable-fields.js'
import type { IndexPlace } from './page-requests.js'

/** What the inputs of a part of a search need to know. */
export function useQueryBuilding(
  form: Form,
  draft: DataObject,
  place: IndexPlace,
  fields: readonly IndexField[],
): Building {
  return useMemo(
    () => ({
      place,
      fields: fieldsWithin(fields, undefined),
      allFields: fields,
      faults: faultsByPath(checkData(form, draft, byName(fields))),
      InnerQuery: LoneQuery,
    }),
    [form, draft, place, fields],
  )
}
