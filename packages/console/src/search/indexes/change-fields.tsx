import { type SearchIndexOverview, reindexOf } from '@rowhouse/console-gate/shapes'
import type { IndexSchema } from '@rowhouse/protocol'
import { useState } from 'react'
import { ErrorNote } from '../../parts/error-note.js'
import { BuildingContext } from '../builder/builder-context.js'
import {
  type DataObject,
  completed,
  dataOf,
  objectOf,
  objectsOf,
  reduced,
  trusted,
} from '../forms/form.js'
import { indexForm } from '../forms/index-forms.js'
import type { IndexPlace } from '../page-requests.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { useSearchIndexes } from '../use-search.js'
import { FieldsEditor } from './field-editor.js'
import { useIndexBuilding, withSettings } from './index-building.js'
import { OtherIndex } from './other-index.js'
import { useIndexChange } from './use-index-change.js'

interface ChangeProps {
  readonly place: IndexPlace
  readonly overview: SearchIndexOverview
}

/** Fields are changed and taken out by a second index, filled beside this one and swapped with it. */
export function ChangeFields({ place, overview }: ChangeProps) {
  const { instance, table, index } = place
  const indexes = useSearchIndexes(instance)
  const named = (name: string) =>
    indexes.data?.find((each) => each.table === table && each.index === name)
  const other = named(reindexOf(index))
  if (other !== undefined) return <OtherIndex {...{ place, overview, other }} />
  const isOther = indexes.data?.some(
    (each) => each.table === table && reindexOf(each.index) === index,
  )
  return isOther === true ? null : <ChangeForm {...{ place, overview }} />
}

function ChangeForm({ place, overview }: ChangeProps) {
  const texts = useSearchTexts().alter
  const [draft, setDraft] = useState<DataObject>()
  if (draft === undefined) {
    const open = (): void => setDraft(draftOf(overview.schema))
    return (
      <p>
        <button type="button" className="button" onClick={open}>
          {texts.changeFields}
        </button>
      </p>
    )
  }
  return <OpenForm place={place} draft={draft} setDraft={setDraft} />
}

const draftOf = (schema: IndexSchema): DataObject => {
  const whole = reduced(indexForm, objectOf(dataOf(schema)) ?? {})
  return { fieldSchemas: whole['fieldSchemas'] }
}

function OpenForm({
  place,
  draft,
  setDraft,
}: {
  place: IndexPlace
  draft: DataObject
  setDraft: (draft: DataObject | undefined) => void
}) {
  const texts = useSearchTexts().alter
  const building = useIndexBuilding(indexForm, draft, place)
  const change = useIndexChange(place)
  const fields = objectsOf(draft['fieldSchemas'])
  const submit = (): void => {
    const whole = trusted<IndexSchema>(completed(indexForm, withSettings(draft)))
    change.mutate({ otherFields: whole.fieldSchemas }, { onSuccess: () => setDraft(undefined) })
  }
  return (
    <form
      className="question"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h2>{texts.changeFields}</h2>
      <p className="quiet">{texts.changeHelp}</p>
      <BuildingContext value={building}>
        <FieldsEditor
          fields={fields}
          path={['fieldSchemas']}
          change={(fieldSchemas) => setDraft({ fieldSchemas })}
        />
      </BuildingContext>
      {change.error !== null && <ErrorNote error={change.error} />}
      <p className="fields">
        <button
          type="submit"
          className="button main"
          disabled={building.faults.size > 0 || fields.length === 0 || change.isPending}
        >
          {texts.submitChange}
        </button>
        <button type="button" className="button" onClick={() => setDraft(undefined)}>
          {texts.leave}
        </button>
      </p>
    </form>
  )
}
