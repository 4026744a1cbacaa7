import { useMemo, useState } from 'react'
import { Menu } from '../../parts/menu.js'
import { useFocusInto } from '../../parts/use-focus-into.js'
import type { DataObject } from '../forms/form.js'
import { fieldsWithin, operatorsOf, textOfValue } from '../forms/searchable-fields.js'
import { queryForm } from '../forms/query-forms.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { BoolCard } from './bool-card.js'
import { BuildingContext, type CardProps, useBuilding } from './builder-context.js'
import { FaultNote } from './fault-note.js'
import { FormMembers } from './form-members.js'
import { newCondition, newQuery } from './new-query.js'
import { withCondition } from './bool-clauses.js'
import { RemoveButton } from './remove-button.js'
import { late } from '../../parts/late.js'

const QueryMap = late(async () => (await import('./query-map.js')).QueryMap)

const WRAPPERS = ['nested', 'constScore', 'functionScore', 'functionsScore', 'disMax']

/** A query that stands alone: one more condition makes a group of it. */
export function LoneQuery(props: CardProps) {
  const { query, change } = props
  const [root, focusInto] = useFocusInto<HTMLDivElement>()
  return (
    <div className="lone-query" ref={root}>
      <QueryCard {...props} />
      {query['kind'] !== 'bool' && (
        <div className="fields">
          <AddMenu
            add={(added) => {
              focusInto(':scope > .card > .clause', query['kind'] === 'matchAll' ? 0 : 1)
              change(withCondition(query, added))
            }}
          />
        </div>
      )}
    </div>
  )
}

/** One query: a condition in a line, or a card with the queries in it. */
function QueryCard(props: CardProps) {
  const kind = textOfValue(props.query['kind'])
  if (kind === 'bool') return <BoolCard {...props} Clause={QueryCard} AddMenu={AddMenu} />
  return WRAPPERS.includes(kind) ? <WrapperCard {...props} /> : <ConditionLine {...props} />
}

/** Adds a condition, a group, or one of the rarer queries. */
function AddMenu({ add }: { add: (query: DataObject) => void }) {
  const texts = useSearchTexts()
  const { fields } = useBuilding()
  const [first] = fields.values()
  const items = ['bool', 'constScore', 'functionScore', 'functionsScore', 'disMax'].map((kind) => ({
    id: kind,
    label: texts.kindOf('query', kind),
    choose: () => {
      const query = newQuery(kind, first?.name ?? '')
      add(kind === 'bool' ? withCondition(query, newCondition(first)) : query)
    },
  }))
  return (
    <>
      <button type="button" className="button" onClick={() => add(newCondition(first))}>
        {texts.builder.addCondition}
      </button>
      <Menu items={items}>{texts.builder.addOther}</Menu>
    </>
  )
}

/**
 * A query around others: constant or computed scores, the best of several, or entries of a nested
 * field.
 */
function WrapperCard({ query, path, change, remove }: CardProps) {
  const texts = useSearchTexts()
  const building = useBuilding()
  const kind = texts.kindOf('query', textOfValue(query['kind']))
  const nested = query['path']
  const inside = useMemo(() => {
    if (typeof nested !== 'string') return building
    return { ...building, fields: fieldsWithin(building.allFields, nested) }
  }, [building, nested])
  return (
    <div className="card" role="group" aria-label={kind}>
      <div className="fields">
        <strong>{kind}</strong>
        {typeof nested === 'string' && <code>{nested}</code>}
        {remove !== undefined && <RemoveButton remove={remove} />}
      </div>
      <BuildingContext value={inside}>
        <FormMembers form={queryForm} data={query} path={path} change={change} leftOut={['path']} />
      </BuildingContext>
      <FaultNote path={path} />
    </div>
  )
}

/** The area of a query on a map, when it is asked for. */
function MapSwitch({ query, change }: Pick<CardProps, 'query' | 'change'>) {
  const texts = useSearchTexts().builder
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button"
        aria-pressed={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.map}
      </button>
      {isOpen && <QueryMap query={query} change={change} />}
    </>
  )
}

/** Field, operator and values. */
function ConditionLine({ query, path, change, remove }: CardProps) {
  const texts = useSearchTexts()
  const { fields } = useBuilding()
  const kind = textOfValue(query['kind'])
  const fieldName = textOfValue(query['fieldName'])
  const field = fields.get(fieldName)
  const operators = field === undefined ? [] : operatorsOf(field.type)
  const offered = operators.includes(kind) || kind === 'matchAll' ? operators : [...operators, kind]
  const changeField = (name: string): void => {
    const other = fields.get(name)
    if (name === '') change(newQuery('matchAll', ''))
    else if (other?.type === field?.type) change({ ...query, fieldName: name })
    else change(newCondition(other))
  }
  return (
    <div className="condition">
      <select
        className="input"
        aria-label={texts.builder.field}
        value={kind === 'matchAll' ? '' : fieldName}
        onChange={({ target }) => changeField(target.value)}
      >
        <option value="">{texts.kindOf('query', 'matchAll')}</option>
        {fieldName !== '' && field === undefined && <option>{fieldName}</option>}
        {[...fields.keys()].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {kind !== 'matchAll' && (
        <select
          className="input"
          aria-label={texts.builder.operator}
          value={kind}
          onChange={({ target }) => change(newQuery(target.value, fieldName))}
        >
          {offered.map((each) => (
            <option key={each} value={each}>
              {texts.kindOf('query', each)}
            </option>
          ))}
        </select>
      )}
      <FormMembers
        form={queryForm}
        data={query}
        path={path}
        change={change}
        leftOut={['fieldName']}
      />
      {kind.startsWith('geo') && <MapSwitch query={query} change={change} />}
      {remove !== undefined && <RemoveButton remove={remove} />}
      <FaultNote path={path} />
      <FaultNote path={[...path, 'fieldName']} />
    </div>
  )
}
