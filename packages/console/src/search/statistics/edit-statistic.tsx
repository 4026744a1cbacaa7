import { useState } from 'react'
import { BuildingContext } from '../builder/builder-context.js'
import { FormMembers } from '../builder/form-members.js'
import type { DataObject } from '../forms/form.js'
import type { IndexField } from '../forms/searchable-fields.js'
import { aggregationForm, groupByForm } from '../forms/search-forms.js'
import type { IndexPlace } from '../page-requests.js'
import { useQueryBuilding } from '../query-building.js'
import { useSearchTexts } from '../texts/use-search-texts.js'

/** Every member of a group-by or a figure. */
export function EditStatistic({
  place,
  fields,
  part,
  given,
  save,
}: {
  place: IndexPlace
  fields: readonly IndexField[]
  part: 'aggregations' | 'groupBys'
  given: DataObject
  save: (changed: DataObject) => void
}) {
  const texts = useSearchTexts().page
  const [draft, setDraft] = useState(given)
  const form = part === 'aggregations' ? aggregationForm : groupByForm
  const building = useQueryBuilding(form, draft, place, fields)
  const isSound = building.faults.size === 0
  return (
    <form
      className="edit-statistic"
      onSubmit={(event) => {
        event.preventDefault()
        if (isSound) save(draft)
      }}
    >
      <BuildingContext value={building}>
        <FormMembers form={form} data={draft} path={[]} change={setDraft} />
      </BuildingContext>
      <button type="submit" className="button main" disabled={!isSound}>
        {texts.apply}
      </button>
    </form>
  )
}
