import { type KeyboardEvent, useState } from 'react'
import { useRoomTexts } from '../../texts/room-texts.js'
import { rowsTexts } from '../rows-texts.js'
import { textOf } from '../value-text.js'
import { type ClauseDraft, ClauseEditor, draftOfClause, newClause } from './clause-editor.js'
import { type FilterClause, hasValue } from './filter-clause.js'
import { FilterJson } from './filter-json.js'
import './filter.css'
import type { FilterChoices } from './filter-choices.js'

/** The clauses of the filter as chips, and fields for one more; the same as JSON by one switch. */
export function FilterBar({
  clauses,
  choices,
  change,
}: {
  clauses: readonly FilterClause[]
  choices: FilterChoices
  change: (clauses: readonly FilterClause[]) => void
}) {
  const texts = useRoomTexts(rowsTexts).filter
  const [isJson, setJson] = useState(false)
  const [edited, setEdited] = useState<Edited>(APPENDED)
  const without = (at: number) => clauses.filter((_, index) => index !== at)
  const begin = (at: number): void => {
    const clause = clauses[at]
    if (clause !== undefined) setEdited({ at, draft: draftOfClause(clause) })
  }
  const submit = (clause: FilterClause): void => {
    const { at } = edited
    change(at === undefined ? [...clauses, clause] : clauses.with(at, clause))
    setEdited(APPENDED)
  }
  if (isJson) {
    const applied = (changed: readonly FilterClause[]): void => {
      change(changed)
      setJson(false)
    }
    return <FilterJson clauses={clauses} apply={applied} cancel={() => setJson(false)} />
  }
  return (
    <search className="filter-bar" aria-label={texts.title}>
      {clauses.map((clause, at) => (
        <Chip
          // Two chips may be the same, so a chip is known by its place.
          key={at}
          clause={clause}
          isEdited={edited.at === at}
          edit={() => begin(at)}
          remove={() => {
            setEdited(APPENDED)
            change(without(at))
          }}
        />
      ))}
      <ClauseEditor
        draft={edited.draft}
        isNew={edited.at === undefined}
        choices={choices}
        change={(draft) => setEdited({ ...edited, draft })}
        submit={submit}
        cancel={() => setEdited(APPENDED)}
        editLast={() => begin(clauses.length - 1)}
      />
      <button type="button" className="button plain" onClick={() => setJson(true)}>
        {texts.asJson}
      </button>
      {clauses.length > 0 && (
        <button type="button" className="button plain" onClick={() => change([])}>
          {texts.clear}
        </button>
      )}
    </search>
  )
}

interface Edited {
  /** The chip that is changed; absent for a new one. */
  readonly at?: number
  readonly draft: ClauseDraft
}

const APPENDED: Edited = { draft: newClause }

function Chip({
  clause,
  isEdited,
  edit,
  remove,
}: {
  clause: FilterClause
  isEdited: boolean
  edit: () => void
  remove: () => void
}) {
  const texts = useRoomTexts(rowsTexts).filter
  const value = hasValue(clause.test) ? ` ${valueText(clause)}` : ''
  const said = `${clause.column} ${texts.tests[clause.test]}${value}`
  const removeByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Delete' || event.key === 'Backspace') remove()
  }
  return (
    <span className={isEdited ? 'filter-chip edited' : 'filter-chip'}>
      <button type="button" title={texts.change(said)} onClick={edit} onKeyDown={removeByKey}>
        <code>{clause.column}</code> {texts.tests[clause.test]}
        <bdi className="mono">{value}</bdi>
      </button>
      <button type="button" aria-label={texts.remove(said)} onClick={remove}>
        ×
      </button>
    </span>
  )
}

const SHOWN_LETTERS = 60

function valueText({ value }: FilterClause): string {
  const text = value === undefined ? '' : textOf(value)
  return text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text
}
