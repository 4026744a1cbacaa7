import type { FieldType } from '@rowhouse/protocol'
import { FormMembers } from '../builder/form-members.js'
import { useFocusInto } from '../../parts/use-focus-into.js'
import { RemoveButton } from '../builder/remove-button.js'
import { type DataObject, objectOf, objectsOf } from '../forms/form.js'
import { FIELD_TYPES, analyzerParameterForm, fieldForm } from '../forms/index-forms.js'
import { textOfValue } from '../forms/searchable-fields.js'
import type { Path } from '../json/exact-json.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { hasAnalyzerSettings, newField, optionsOf } from './field-options.js'

interface FieldsProps {
  readonly fields: readonly DataObject[]
  readonly path: Path
  readonly change: (fields: readonly DataObject[]) => void
}

/** Fields of an index, each with the options of its type. */
export function FieldsEditor({ fields, path, change }: FieldsProps) {
  const texts = useSearchTexts().create
  const [root, focusInto] = useFocusInto<HTMLDivElement>()
  return (
    <div className="index-fields" ref={root}>
      {fields.map((field, at) => (
        // A field is known by its place, because its name is being typed.
        <OneField
          key={at}
          field={field}
          path={[...path, at]}
          change={(changed) => change(fields.map((each, other) => (other === at ? changed : each)))}
          remove={() => change(fields.filter((_, other) => other !== at))}
        />
      ))}
      <p>
        <button
          type="button"
          className="button"
          onClick={() => {
            focusInto(':scope > .index-field', fields.length)
            change([...fields, newField('', 'KEYWORD')])
          }}
        >
          {texts.addField}
        </button>
      </p>
    </div>
  )
}

const RARE = ['isArray', 'isVirtualField']

function OneField({
  field,
  path,
  change,
  remove,
}: {
  field: DataObject
  path: Path
  change: (field: DataObject) => void
  remove: () => void
}) {
  const texts = useSearchTexts()
  const type = FIELD_TYPES.find((each) => each === field['fieldType']) ?? 'KEYWORD'
  const name = textOfValue(field['fieldName'])
  const own = optionsOf(type)
  const isVirtual = field['isVirtualField'] === true
  const members = (names: readonly string[]) => (
    <FormMembers form={fieldForm} data={field} path={path} names={names} change={change} />
  )
  const rare = own.filter((option) => RARE.includes(option))
  return (
    <div className="index-field" role="group" aria-label={name}>
      <div className="fields">
        <input
          className="input words"
          required
          aria-label={texts.create.fieldName}
          placeholder={texts.create.fieldName}
          value={name}
          onChange={({ target }) => change({ ...field, fieldName: target.value })}
        />
        <TypeChoice type={type} change={(chosen) => change(newField(name, chosen))} />
        {members(own.filter((option) => option !== 'fieldSchemas' && !RARE.includes(option)))}
        {hasAnalyzerSettings(field) && <AnalyzerSettings {...{ field, path, change }} />}
        {rare.length > 0 && (
          <details className="rare" open={isVirtual || field['isArray'] === true || undefined}>
            <summary>{texts.create.options}</summary>
            <div className="rare-members">
              {members(isVirtual ? [...rare, 'sourceFieldNames'] : rare)}
            </div>
          </details>
        )}
        <RemoveButton remove={remove} />
      </div>
      {isVirtual && <p className="quiet">{texts.create.virtualHelp}</p>}
      {optionsOf(type).includes('fieldSchemas') && (
        <div className="card" role="group" aria-label={texts.create.nested}>
          <FieldsEditor
            fields={objectsOf(field['fieldSchemas'])}
            path={[...path, 'fieldSchemas']}
            change={(fieldSchemas) => change({ ...field, fieldSchemas })}
          />
        </div>
      )}
    </div>
  )
}

function TypeChoice({ type, change }: { type: FieldType; change: (type: FieldType) => void }) {
  const texts = useSearchTexts().create
  return (
    <select
      className="input"
      aria-label={texts.fieldType}
      value={type}
      onChange={({ target }) => {
        const chosen = FIELD_TYPES.find((each) => each === target.value)
        if (chosen !== undefined) change(chosen)
      }}
    >
      {FIELD_TYPES.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  )
}

/** The settings of the chosen analyzer; another analyzer has others. */
function AnalyzerSettings({
  field,
  path,
  change,
}: {
  field: DataObject
  path: Path
  change: (field: DataObject) => void
}) {
  const texts = useSearchTexts()
  const kind = field['analyzer']
  const given = objectOf(field['analyzerParameter'])
  const data = given?.['kind'] === kind ? given : { kind }
  return (
    <FormMembers
      form={analyzerParameterForm}
      rareLabel={texts.memberOf('analyzerParameter')}
      data={data ?? {}}
      path={[...path, 'analyzerParameter']}
      change={(analyzerParameter) => change({ ...field, analyzerParameter })}
    />
  )
}
