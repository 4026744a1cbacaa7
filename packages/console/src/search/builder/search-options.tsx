import { type DataObject, isList, objectOf, objectsOf } from '../forms/form.js'
import { isSortable, textOfValue } from '../forms/searchable-fields.js'
import { sorterForm } from '../forms/query-forms.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { useBuilding } from './builder-context.js'
import { FormMembers } from './form-members.js'
import { RemoveButton } from './remove-button.js'
import { newObject } from '../forms/new-data.js'

interface OptionsProps {
  readonly search: DataObject
  readonly change: (search: DataObject) => void
}

/** The order of the hits, their columns, one hit for each value, and marked words. */
export function SearchOptions(props: OptionsProps) {
  return (
    <div className="search-options">
      <SortChoice {...props} />
      <ColumnsChoice {...props} />
      <CollapseChoice {...props} />
      <HighlightChoice {...props} />
    </div>
  )
}

const sortersOf = (search: DataObject): readonly DataObject[] =>
  objectsOf(objectOf(search['sort'])?.['sorters'])

/** What is chosen to sort by: a field, the score or the key. */
function SortChoice({ search, change }: OptionsProps) {
  const texts = useSearchTexts()
  const { fields } = useBuilding()
  const sorters = sortersOf(search)
  const changeSorters = (changed: readonly DataObject[]): void => {
    const sort = { ...objectOf(search['sort']), sorters: changed }
    change({ ...search, sort: changed.length === 0 ? undefined : sort })
  }
  const add = (chosen: string): void => {
    const [kind = '', ...name] = chosen.split(' ')
    const sorter = newObject(sorterForm, kind)
    changeSorters([...sorters, kind === 'field' ? { kind, fieldName: name.join(' ') } : sorter])
  }
  return (
    <div className="option">
      <span className="option-name">{texts.builder.sort}</span>
      {sorters.map((sorter, at) => (
        <span className="sorter" key={at}>
          <span>
            {textOfValue(
              sorter['fieldName'] ?? texts.kindOf('sorter', textOfValue(sorter['kind'])),
            )}
          </span>
          <FormMembers
            form={sorterForm}
            data={sorter}
            path={['sort', 'sorters', at]}
            leftOut={['fieldName']}
            change={(changed) =>
              changeSorters(sorters.map((each, other) => (other === at ? changed : each)))
            }
          />
          <RemoveButton remove={() => changeSorters(sorters.filter((_, other) => other !== at))} />
        </span>
      ))}
      <select
        className={sorters.length === 0 ? 'input' : 'input another'}
        aria-label={texts.builder.sort}
        value=""
        onChange={({ target }) => add(target.value)}
      >
        <option value="">{sorters.length === 0 ? texts.builder.noSort : '+'}</option>
        {[...fields.values()]
          .filter((field) => isSortable(field) && field.type !== 'GEO_POINT')
          .map(({ name }) => (
            <option key={name} value={`field ${name}`}>
              {name}
            </option>
          ))}
        {['score', 'primaryKey', 'geoDistance'].map((kind) => (
          <option key={kind} value={kind}>
            {texts.kindOf('sorter', kind)}
          </option>
        ))}
      </select>
    </div>
  )
}

function ColumnsChoice({ search, change }: OptionsProps) {
  const texts = useSearchTexts().builder
  const { fields } = useBuilding()
  const columns = search['columns'] ?? 'all'
  const chosen = isList(columns) ? columns.map(textOfValue) : undefined
  const names = { all: texts.columnsAll, indexed: texts.columnsIndexed, none: texts.columnsNone }
  return (
    <div className="option">
      <label className="member">
        <span>{texts.columns}</span>
        <select
          className="input"
          value={chosen === undefined ? textOfValue(columns) : 'chosen'}
          onChange={({ target }) =>
            change({ ...search, columns: target.value === 'chosen' ? [] : target.value })
          }
        >
          {Object.entries(names).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          <option value="chosen">{texts.columnsChosen}</option>
        </select>
      </label>
      {chosen !== undefined && (
        <span className="checks">
          {[...fields.values()]
            .filter(({ name, schema }) => !name.includes('.') && schema.isVirtualField !== true)
            .map(({ name }) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={chosen.includes(name)}
                  onChange={({ target }) =>
                    change({
                      ...search,
                      columns: target.checked
                        ? [...chosen, name]
                        : chosen.filter((each) => each !== name),
                    })
                  }
                />{' '}
                <code>{name}</code>
              </label>
            ))}
        </span>
      )}
    </div>
  )
}

function CollapseChoice({ search, change }: OptionsProps) {
  const texts = useSearchTexts().builder
  const { fields } = useBuilding()
  return (
    <div className="option">
      <label className="member">
        <span>{texts.collapse}</span>
        <select
          className="input"
          value={textOfValue(search['collapse'])}
          onChange={({ target }) =>
            change({ ...search, collapse: target.value === '' ? undefined : target.value })
          }
        >
          <option value="">{texts.noCollapse}</option>
          {[...fields.values()]
            .filter(({ type }) => type === 'KEYWORD' || type === 'LONG' || type === 'DOUBLE')
            .map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
        </select>
      </label>
    </div>
  )
}

/** Words are marked in one field here, and in several by the JSON. */
function HighlightChoice({ search, change }: OptionsProps) {
  const texts = useSearchTexts().builder
  const { fields } = useBuilding()
  const offered = [...fields.values()].filter(({ schema }) => schema.enableHighlighting === true)
  const highlight = search['highlight']
  if (offered.length === 0 && highlight === undefined) return null
  const parameters = objectsOf(objectOf(highlight)?.['parameters'])
  return (
    <div className="option">
      <label className="member">
        <span>{texts.highlight}</span>
        <select
          className="input"
          value={textOfValue(parameters[0]?.['fieldName'])}
          onChange={({ target }) =>
            change({
              ...search,
              highlight:
                target.value === '' ? undefined : { parameters: [{ fieldName: target.value }] },
            })
          }
        >
          <option value="">{texts.noHighlight}</option>
          {offered.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </div>
  )
}
