import { type DataObject, type Form, isObject, membersOf } from '../forms/form.js'
import { newObject } from '../forms/new-data.js'
import { point } from '../forms/query-forms.js'
import type { Path } from '../json/exact-json.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { FaultNote } from './fault-note.js'
import { type InputProps, MemberInput } from './member-input.js'
import { textOfValue } from '../forms/searchable-fields.js'

interface MembersProps {
  readonly form: Form
  readonly data: DataObject
  readonly path: Path
  readonly change: (data: DataObject) => void
  /** Only these. */
  readonly names?: readonly string[]
  readonly leftOut?: readonly string[]
  /** What the switch says, where there are several. */
  readonly rareLabel?: string
}

/** Members that need not be given, but are looked for first. */
const ALWAYS = ['from', 'to', 'includeLower', 'includeUpper', 'operator', 'order', 'size', 'topK']

/** The inputs of an object's members; those that are seldom given stand behind a switch. */
export function FormMembers({ form, data, path, change, names, ...props }: MembersProps) {
  const texts = useSearchTexts()
  const { leftOut = [], rareLabel = texts.builder.more } = props
  const members = Object.entries(membersOf(form, data) ?? {}).filter(
    ([name]) => (names === undefined || names.includes(name)) && !leftOut.includes(name),
  )
  const input = ([name, { type, otherwise }]: (typeof members)[number]) => (
    <MemberInput
      key={name}
      name={name}
      type={type}
      otherwise={otherwise}
      value={data[name]}
      owner={data}
      path={[...path, name]}
      change={(value) => change({ ...data, [name]: value })}
      showForm={showForm}
    />
  )
  const isShown = ([name, { isNeeded }]: (typeof members)[number]): boolean =>
    isNeeded === true || names !== undefined || ALWAYS.includes(name)
  const rare = members.filter((member) => !isShown(member))
  const isGiven = rare.some(([name]) => data[name] !== undefined)
  return (
    <>
      {members.filter(isShown).map(input)}
      {rare.length > 0 && (
        <details className="rare" open={isGiven || undefined}>
          <summary>{rareLabel}</summary>
          <div className="rare-members">{rare.map(input)}</div>
        </details>
      )}
    </>
  )
}

const showForm = (props: InputProps) => <InnerForm {...props} />

/** An object within another: its kind if there are several, and its members. */
function InnerForm({ name, type, value, path, change }: InputProps) {
  const texts = useSearchTexts()
  if (type.kind !== 'form') return null
  const form = type.form()
  const label = texts.memberOf(name)
  if (value === undefined || !isObject(value)) {
    return (
      <button type="button" className="button plain" onClick={() => change(newObject(form))}>
        {texts.builder.addTo(label)}
      </button>
    )
  }
  return (
    <fieldset className={type === point ? 'point' : 'inner-form'}>
      <legend>{label}</legend>
      {form.kind === 'union' && (
        <select
          className="input"
          aria-label={texts.builder.kind}
          value={textOfValue(value['kind'])}
          onChange={({ target }) => change(newObject(form, target.value))}
        >
          {Object.keys(form.kinds).map((kind) => (
            <option key={kind} value={kind}>
              {texts.kindOf(form.name, kind)}
            </option>
          ))}
        </select>
      )}
      <FormMembers form={form} data={value} path={path} change={change} />
      <FaultNote path={path} />
    </fieldset>
  )
}
