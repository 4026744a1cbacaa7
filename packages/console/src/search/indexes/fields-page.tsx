import type { SearchIndexOverview } from '@rowhouse/console-gate/shapes'
import type { FieldSchema } from '@rowhouse/protocol'
import { useState } from 'react'
import { mayWrite, useSigned } from '../../gate/use-gate.js'
import { ScrollFrame } from '../../parts/scroll-frame.js'
import { CodeView } from '../../rows/code-view.js'
import { fieldsOfIndex } from '../forms/searchable-fields.js'
import { IndexFacts } from '../index-facts.js'
import type { IndexPlace } from '../page-requests.js'
import { SearchFrame } from '../search-frame.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { AddFields } from './add-fields-form.js'
import { ChangeFields } from './change-fields.js'
import { ChangeTimeToLive } from './change-ttl-form.js'
import { DeleteIndex } from './delete-index.js'
import { abilityWords, optionWords } from './field-options.js'

/** What an index is made of, and the ways to change it. */
export function FieldsPage(place: IndexPlace) {
  return (
    <SearchFrame place={place} view="fields">
      {(overview) => <IndexFields place={place} overview={overview} />}
    </SearchFrame>
  )
}

function IndexFields({ place, overview }: { place: IndexPlace; overview: SearchIndexOverview }) {
  const texts = useSearchTexts()
  const signed = useSigned()
  const [isCode, setCode] = useState(false)
  const { schema, timeToLive } = overview
  const { table, index } = place
  return (
    <main className="page index-page">
      <div className="page-head">
        <IndexFacts overview={overview} />
        <button
          type="button"
          className="button last"
          aria-pressed={isCode}
          onClick={() => setCode(!isCode)}
        >
          {texts.page.code}
        </button>
      </div>
      {isCode && (
        <CodeView
          instance={place.instance}
          request={{ operation: 'CreateSearchIndex', table, index, schema, timeToLive }}
        />
      )}
      <FieldTable fields={schema.fieldSchemas} />
      {mayWrite(signed) && (
        <>
          <AddFields place={place} />
          <ChangeFields place={place} overview={overview} />
          <ChangeTimeToLive place={place} timeToLive={timeToLive} />
          <DeleteIndex place={place} />
        </>
      )}
    </main>
  )
}

function FieldTable({ fields }: { fields: readonly FieldSchema[] }) {
  const texts = useSearchTexts()
  return (
    <ScrollFrame label={texts.create.fieldName}>
      <table className="list">
        <thead>
          <tr>
            <th>{texts.create.fieldName}</th>
            <th>{texts.create.fieldType}</th>
            <th>{texts.create.abilities}</th>
            <th>{texts.create.options}</th>
          </tr>
        </thead>
        <tbody>
          {fieldsOfIndex(fields).map((field) => (
            <tr key={field.name}>
              <td>
                <code>{field.name}</code>
              </td>
              <td>{field.type}</td>
              <td>{abilityWords(field, texts.memberOf).join(' · ')}</td>
              <td className="quiet">{optionWords(field.schema, texts.memberOf).join(' · ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
