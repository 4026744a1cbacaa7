import { useMemo } from 'react'
import type { Building } from '../builder/builder-context.js'
import { LoneQuery } from '../builder/query-card.js'
import { checkData, faultsByPath } from '../forms/check-data.js'
import { type DataObject, type Form, objectsOf } from '../forms/form.js'
import type { IndexPlace } from '../page-requests.js'

/** What the inputs of an index's form need to know; its fields have no values to suggest yet. */
export function useIndexBuilding(form: Form, draft: DataObject, place: IndexPlace): Building {
  return useMemo(
    () => ({
      place,
      fields: new Map(),
      allFields: [],
      faults: faultsByPath(checkData(form, withSettings(draft), undefined)),
      InnerQuery: LoneQuery,
    }),
    [form, draft, place],
  )
}

/** Settings of an analyzer that is no longer chosen are not sent, so they are not checked either. */
export function withSettings(schema: DataObject): DataObject {
  return {
    ...schema,
    fieldSchemas: objectsOf(schema['fieldSchemas']).map((field) => {
      const { analyzerParameter, ...rest } = field
      const settings = objectsOf([analyzerParameter]).find(({ kind }) => kind === field['analyzer'])
      const whole = settings === undefined ? rest : { ...rest, analyzerParameter: settings }
      return field['fieldSchemas'] === undefined ? whole : withSettings(whole)
    }),
  }
}
