import { useState } from 'react'
import { checkData } from '../forms/check-data.js'
import { type DataObject, type Form, isObject, reduced } from '../forms/form.js'
import { type IndexField, byName } from '../forms/searchable-fields.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { JsonFault, inOneLine, pathName, readExactJson, writeExactJson } from './exact-json.js'
import { offersAt } from './json-completion.js'
import type { EditorFault } from './json-editor.js'
import { late } from '../../parts/late.js'

const JsonEditor = late(async () => (await import('./json-editor.js')).JsonEditor)

/**
 * An object as JSON, to be read and changed. What is typed counts as soon as it is JSON; what is
 * changed elsewhere is
 * written anew.
 */
export function JsonPanel({
  form,
  data,
  fields,
  change,
  submit,
}: {
  form: Form
  data: DataObject
  /** Names that stand for fields; absent where they are made. */
  fields?: readonly IndexField[]
  change: (data: DataObject) => void
  submit: () => void
}) {
  const texts = useSearchTexts()
  const given = reduced(form, data)
  const [typed, setTyped] = useState(() => writeExactJson(given))
  const read = dataOf(typed)
  const isTyped = read === undefined || inOneLine(reduced(form, read)) === inOneLine(given)
  const text = isTyped ? typed : writeExactJson(given)
  const faultsOf = (json: string): readonly EditorFault[] => {
    try {
      const { data: parsed, places } = readExactJson(json)
      const faults = checkData(form, parsed, fields && byName(fields))
      return faults.map(({ path, fault, what }) => ({
        ...(places.get(pathName(path)) ?? { from: 0, to: json.length }),
        message: texts.faults[fault](what),
      }))
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error
      const before = json.slice(0, error.at).split('\n')
      const message = texts.json.fault(before.length, (before.at(-1)?.length ?? 0) + 1)
      const from = Math.min(error.at, Math.max(0, json.length - 1))
      return [{ from, to: Math.min(from + 1, json.length), message }]
    }
  }
  return (
    <div className="json-panel">
      <JsonEditor
        label={texts.json.label}
        text={text}
        change={(json) => {
          setTyped(json)
          const object = dataOf(json)
          if (object !== undefined) change(object)
        }}
        faultsOf={faultsOf}
        offersAt={(json, at) => offersAt(form, fields?.map(({ name }) => name) ?? [], json, at)}
        submit={submit}
      />
      <p className="quiet">{texts.json.help}</p>
    </div>
  )
}

/** Undefined for a text that is no JSON object. */
function dataOf(json: string): DataObject | undefined {
  try {
    const { data } = readExactJson(json)
    return isObject(data) ? data : undefined
  } catch (error) {
    if (error instanceof JsonFault) return undefined
    throw error
  }
}
