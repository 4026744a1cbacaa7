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
      return faults.map(({ path, fault, what }) => {
        const place = places.get(pathName(path)) ?? { from: 0, to: json.length }
        const { line } = positionOf(json, place.from)
        return { ...place, message: texts.json.at(line, texts.faults[fault](what)) }
      })
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error
      const { line, column } = positionOf(json, error.at)
      const message = texts.json.fault(line, column)
      const from = Math.min(error.at, Math.max(0, json.length - 1))
      return [{ from, to: Math.min(from + 1, json.length), message }]
    }
  }
  const [first] = faultsOf(text)
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
      <p className={first === undefined ? 'quiet' : 'wrong'} role="status">
        {first === undefined ? texts.json.help : first.message}
      </p>
    </div>
  )
}

/** Counted from 1. */
function positionOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
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
