import type { ComponentType } from 'react'
import { useFocusInto } from '../../parts/use-focus-into.js'
import type { DataObject } from '../forms/form.js'
import { queryForm } from '../forms/query-forms.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import {
  type Clause,
  ROLES,
  type Role,
  clausesOf,
  placeOf,
  withClauses,
  withCondition,
} from './bool-clauses.js'
import type { CardProps } from './builder-context.js'
import { FormMembers } from './form-members.js'
import { RemoveButton } from './remove-button.js'

interface BoolProps extends CardProps {
  /** Shows a clause; given, because clauses may be bool queries again. */
  readonly Clause: ComponentType<CardProps>
  readonly AddMenu: ComponentType<{ readonly add: (query: DataObject) => void }>
}

/** A bool query: each clause with its part, and a menu that adds one. */
export function BoolCard({ query, path, change, remove, Clause: ClauseCard, AddMenu }: BoolProps) {
  const texts = useSearchTexts()
  const clauses = clausesOf(query)
  const [root, focusInto] = useFocusInto<HTMLDivElement>()
  const changeClause = (at: number, part: Partial<Clause>): void => {
    const changed = clauses.map((clause, other) => (other === at ? { ...clause, ...part } : clause))
    change(withClauses(query, changed))
  }
  return (
    <div className="card" role="group" aria-label={texts.kindOf('query', 'bool')} ref={root}>
      {clauses.length === 0 && <p className="quiet">{texts.builder.noClause}</p>}
      {clauses.map((clause, at) => (
        // A clause is known by its place.
        <div className="clause" key={at}>
          <RoleChoice role={clause.role} change={(role) => changeClause(at, { role })} />
          <ClauseCard
            query={clause.query}
            path={[...path, ...placeOf(clauses, at)]}
            change={(changed) => changeClause(at, { query: changed })}
            remove={() =>
              change(
                withClauses(
                  query,
                  clauses.filter((_, other) => other !== at),
                ),
              )
            }
          />
        </div>
      ))}
      <div className="fields">
        <AddMenu
          add={(added) => {
            // A new condition stands behind those that must hold as well.
            focusInto(':scope > .clause', clauses.filter(({ role }) => role === 'must').length)
            change(withCondition(query, added))
          }}
        />
        {clauses.some(({ role }) => role === 'should') && (
          <FormMembers
            form={queryForm}
            data={query}
            path={path}
            change={change}
            names={['minimumShouldMatch']}
          />
        )}
        {remove !== undefined && <RemoveButton remove={remove} />}
      </div>
    </div>
  )
}

function RoleChoice({ role, change }: { role: Role; change: (role: Role) => void }) {
  const texts = useSearchTexts()
  return (
    <select
      className="input role"
      aria-label={texts.builder.role}
      title={texts.roleHelp[role]}
      value={role}
      onChange={({ target }) => {
        const chosen = ROLES.find((each) => each === target.value)
        if (chosen !== undefined) change(chosen)
      }}
    >
      {ROLES.map((each) => (
        <option key={each} value={each}>
          {texts.roles[each]}
        </option>
      ))}
    </select>
  )
}
