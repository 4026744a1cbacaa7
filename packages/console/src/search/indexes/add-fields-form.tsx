import type { IndexSchema } from '@rowhouse/protocol'
import { useState } from 'react'
import { ErrorNote } from '../../parts/error-note.js'
import { BuildingContext } from '../builder/builder-context.js'
import { type DataObject, completed, objectsOf, trusted } from '../forms/form.js'
import { indexForm } from '../forms/index-forms.js'
import type { IndexPlace } from '../page-requests.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { FieldsEditor } from './field-editor.js'
import { newField } from './field-options.js'
import { useIndexBuilding, withSettings } from './index-building.js'
import { useIndexChange } from './use-index-change.js'

/** Fields that the index gets; it is built again beside the old one. */
export function AddFields({ place }: { place: IndexPlace }) {
  const texts = useSearchTexts().alter
  const [draft, setDraft] = useState<DataObject>({ fieldSchemas: [] })
  const building = useIndexBuilding(indexForm, draft, place)
  const change = useIndexChange(place)
  const fields = objectsOf(draft['fieldSchemas'])
  if (fields.length === 0) {
    return (
      <p>
        <button
          type="button"
          className="button"
          onClick={() => setDraft({ fieldSchemas: [newField('', 'KEYWORD')] })}
        >
          {texts.addFields}
        </button>
      </p>
    )
  }
  return (
    <form
      className="question"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(
          {
            addedFields: trusted<IndexSchema>(completed(indexForm, withSettings(draft)))
              .fieldSchemas,
          },
          { onSuccess: () => setDraft({ fieldSchemas: [] }) },
        )
      }}
    >
      <h2>{texts.addFields}</h2>
      <p className="quiet">{texts.addHelp}</p>
      <BuildingContext value={building}>
        <FieldsEditor
          fields={fields}
          path={['fieldSchemas']}
          change={(fieldSchemas) => setDraft({ fieldSchemas })}
        />
      </BuildingContext>
      {change.error !== null && <ErrorNote error={change.error} />}
      <p>
        <button
          type="submit"
          className="button main"
          disabled={building.faults.size > 0 || change.isPending}
        >
          {texts.submitFields}
        </button>
      </p>
    </form>
  )
}
