import { type ReactNode, useId, useState } from 'react'
import { type Data, type DataObject, type MemberType, isList, objectOf } from '../forms/form.js'
import { textOfValue, valueOfText } from '../forms/searchable-fields.js'
import { newItem } from '../forms/new-data.js'
import { query } from '../forms/query-forms.js'
import type { Path } from '../json/exact-json.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { useTopValues } from '../use-search.js'
import { useBuilding, useFault } from './builder-context.js'
import { FaultNote } from './fault-note.js'

export interface InputProps {
  readonly name: string
  readonly type: MemberType
  readonly otherwise?: Data
  readonly value: Data
  /** The object whose member this is. */
  readonly owner: DataObject
  readonly path: Path
  readonly change: (value: Data) => void
  /** Shows an object within this one; given by its caller, because objects contain each other. */
  readonly showForm: (props: InputProps) => ReactNode
}

/** The input of one member of a query, a sort or an aggregation, by its type. */
export function MemberInput(props: InputProps) {
  const { type, value, path, change } = props
  const { InnerQuery } = useBuilding()
  switch (type.kind) {
    case 'flag':
      return <FlagInput {...props} />
    case 'choice':
      return <ChoiceInput {...props} of={type.of} />
    case 'field':
      return <FieldInput {...props} />
    case 'list':
      return <ListInput {...props} of={type.of} />
    case 'form': {
      if (type !== query) return props.showForm(props)
      const inner = objectOf(value) ?? { kind: 'matchAll' }
      return <InnerQuery query={inner} path={path} change={change} />
    }
    default:
      return <TextInput {...props} />
  }
}

/** The name of a member in the reader's language; in lists, members have no name of their own. */
function useLabel({ name }: { name: string }): string {
  return useSearchTexts().memberOf(name)
}

/** Members that say nothing which the comparison before them, or their list, does not say. */
const UNSAID = ['', 'term', 'text', 'prefix', 'suffix', 'value']

function Labelled({ name, children }: { name: string; children: ReactNode }) {
  const texts = useSearchTexts()
  return (
    <label className="member">
      <span className={UNSAID.includes(name) ? 'hidden-text' : undefined}>
        {name === '' ? texts.statistics.value : texts.memberOf(name)}
      </span>
      {children}
    </label>
  )
}

function FlagInput({ name, value, otherwise, change }: InputProps) {
  const label = useLabel({ name })
  return (
    <label className="member flag">
      <input
        type="checkbox"
        checked={(value ?? otherwise) === true}
        onChange={({ target }) => change(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

function ChoiceInput({
  name,
  value,
  otherwise,
  change,
  of,
}: InputProps & { of: readonly string[] }) {
  const texts = useSearchTexts()
  return (
    <Labelled name={name}>
      <select
        className="input"
        value={textOfValue(value ?? otherwise)}
        onChange={({ target }) => change(target.value === '' ? undefined : target.value)}
      >
        {otherwise === undefined && <option value="" />}
        {of.map((each) => (
          <option key={each} value={each}>
            {texts.choiceOf(each)}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function FieldInput({ name, value, path, change }: InputProps) {
  const { fields } = useBuilding()
  const chosen = textOfValue(value)
  return (
    <Labelled name={name}>
      <select
        className="input"
        aria-invalid={useFault(path) !== undefined}
        value={chosen}
        onChange={({ target }) => change(target.value === '' ? undefined : target.value)}
      >
        {(chosen === '' || !fields.has(chosen)) && <option value={chosen}>{chosen}</option>}
        {[...fields.keys()].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <FaultNote path={path} />
    </Labelled>
  )
}

/** A text, a number, or a value of the owner's field, with its most frequent values. */
function TextInput(props: InputProps) {
  const { name, type, value, otherwise, owner, path, change } = props
  const { place, fields } = useBuilding()
  const field = type.kind === 'value' ? fields.get(textOfValue(owner['fieldName'])) : undefined
  const [typed, setTyped] = useState<string>()
  const [isFocused, setFocused] = useState(false)
  const shown = typed ?? textOfValue(value)
  const suggested = useTopValues(place, isFocused ? field : undefined, shown)
  const list = useId()
  if (field?.type === 'BOOLEAN') {
    return (
      <ChoiceInput
        {...props}
        of={['true', 'false']}
        value={textOfValue(value)}
        change={(text) => change(text === 'true')}
      />
    )
  }
  const give = (text: string): void => {
    setTyped(text)
    change(readTyped(type, field?.type, text))
  }
  return (
    <Labelled name={name}>
      <input
        className={`input ${type.kind === 'text' || type.kind === 'value' ? 'words' : 'short'}`}
        aria-invalid={useFault(path) !== undefined}
        placeholder={otherwise === undefined ? undefined : textOfValue(otherwise)}
        value={shown}
        list={suggested.data === undefined ? undefined : list}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false)
          setTyped(undefined)
        }}
        onChange={({ target }) => give(target.value)}
      />
      {suggested.data !== undefined && (
        <datalist id={list}>
          {suggested.data.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      <FaultNote path={path} />
    </Labelled>
  )
}

/** What is typed into a number and is none stays a text, and the check tells it. */
function readTyped(
  type: MemberType,
  fieldType: Parameters<typeof valueOfText>[0],
  text: string,
): Data {
  if (type.kind === 'text') return text
  if (type.kind === 'value') return text === '' ? undefined : valueOfText(fieldType, text)
  if (text.trim() === '') return undefined
  const number = Number(text)
  if (!Number.isNaN(number)) return number
  return text
}

function ListInput(props: InputProps & { of: MemberType }) {
  const { name, of, value, owner, path, change } = props
  const texts = useSearchTexts()
  const label = useLabel({ name })
  const items = isList(value) ? value : []
  if (of.kind === 'number') return <NumbersInput {...props} items={items} />
  return (
    <fieldset className="member-list">
      <legend>{label}</legend>
      {items.map((item, at) => (
        <div className="fields" key={at}>
          <MemberInput
            {...props}
            name=""
            type={of}
            value={item}
            owner={owner}
            path={[...path, at]}
            change={(changed) =>
              change(items.map((each, other) => (other === at ? (changed ?? '') : each)))
            }
          />
          <button
            type="button"
            className="button plain remove"
            aria-label={texts.builder.removeFrom(label)}
            onClick={() => change(items.filter((_, other) => other !== at))}
          >
            ×
          </button>
        </div>
      ))}
      <button
        type="button"
        className="button plain"
        onClick={() => change([...items, newItem(of)])}
      >
        {texts.builder.addTo(label)}
      </button>
    </fieldset>
  )
}

/** Many numbers, such as a vector, in one text. */
function NumbersInput({ name, items, path, change }: InputProps & { items: readonly Data[] }) {
  const [typed, setTyped] = useState<string>()
  return (
    <Labelled name={name}>
      <input
        className="input words"
        aria-invalid={useFault(path) !== undefined}
        value={typed ?? items.map(textOfValue).join(', ')}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => {
          setTyped(target.value)
          const parts = target.value.split(/[\s,]+/).filter((part) => part !== '')
          change(parts.map((part) => (Number.isNaN(Number(part)) ? part : Number(part))))
        }}
      />
      <FaultNote path={path} />
    </Labelled>
  )
}
