import type { ColumnType } from '@rowhouse/snippets'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLetter } from '../../parts/use-letter.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { columnTypes } from '../column-types.js'
import { rowsTexts } from '../rows-texts.js'
import { parseValue, textOf, typeOf } from '../value-text.js'
import { type FilterChoices, completedColumn } from './filter-choices.js'
import {
  type FilterClause,
  type Test,
  hasValue,
  likelyType,
  testOfSign,
  testsOf,
} from './filter-clause.js'

/** A clause as it stands in its fields. */
export interface ClauseDraft {
  readonly column: string
  readonly test: Test
  readonly text: string
  /** Chosen by the person; otherwise it is known of the column, or guessed from the text. */
  readonly type?: ColumnType | undefined
}

export const newClause: ClauseDraft = { column: '', test: '=', text: '' }

export const draftOfClause = ({ column, test, value }: FilterClause): ClauseDraft => ({
  column,
  test,
  text: value === undefined ? '' : textOf(value),
  type: value === undefined ? undefined : typeOf(value),
})

/** Undefined for a text that is no value of the type. */
function clauseOfDraft({ column, test, text }: ClauseDraft, type: ColumnType) {
  if (column === '') return undefined
  if (!hasValue(test)) return { column, test }
  const value = parseValue(type, text)
  return value === undefined ? undefined : { column, test, value }
}

interface EditorProps {
  readonly draft: ClauseDraft
  readonly isNew: boolean
  readonly choices: FilterChoices
  readonly change: (draft: ClauseDraft) => void
  readonly submit: (clause: FilterClause) => void
  readonly cancel: () => void
  readonly editLast: () => void
}

/** Three fields in a line: a column, a test that fits its type, and a value. Enter takes the clause. */
export function ClauseEditor(props: EditorProps) {
  const { draft, isNew, choices, change, submit, cancel, editLast } = props
  const texts = useRoomTexts(rowsTexts).filter
  const [isWrong, setWrong] = useState(false)
  const column = useRef<HTMLInputElement>(null)
  const value = useRef<HTMLInputElement>(null)
  useLetter('/', column)
  useEffect(() => {
    if (!isNew) value.current?.focus()
  }, [isNew])
  const type = draft.type ?? choices.typeOf(draft.column) ?? likelyType(draft.text)
  const take = (): void => {
    const clause = clauseOfDraft(draft, type)
    setWrong(clause === undefined)
    if (clause === undefined) return
    submit(clause)
    column.current?.focus()
  }
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault()
      take()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      // Behind the filter the keys of the grid are meant again.
      if (draft === newClause && event.target instanceof HTMLElement) event.target.blur()
      cancel()
      setWrong(false)
    } else if (event.key === 'Tab' && !event.shiftKey && event.target === column.current) {
      const whole = completedColumn(choices.columns, draft.column)
      if (whole !== draft.column) set({ column: whole })
    } else if (event.key === 'Backspace' && event.target === column.current) {
      if (draft.column === '') editLast()
    }
  }
  const set = (part: Partial<ClauseDraft>): void => {
    setWrong(false)
    change({ ...draft, ...part })
  }
  return (
    <fieldset className="clause-editor" onKeyDown={keys}>
      <legend className="hidden-text">{isNew ? texts.add : texts.edit}</legend>
      <SuggestingInput
        inputRef={column}
        label={texts.column}
        placeholder={texts.add}
        text={draft.column}
        suggestions={choices.columns}
        change={(name) => set({ column: name, type: undefined })}
      />
      {draft.column !== '' && (
        <>
          <TestSelect draft={draft} type={type} change={set} />
          {hasValue(draft.test) && (
            <ClauseValue {...{ draft, type, isWrong, choices }} inputRef={value} change={set} />
          )}
          <button type="button" className="button main" onClick={take}>
            {isNew ? texts.take : texts.changed}
          </button>
        </>
      )}
      {isWrong && (
        <span role="alert" className="wrong">
          {texts.wrong(type)}
        </span>
      )}
    </fieldset>
  )
}

type Change = (part: Partial<ClauseDraft>) => void

function TestSelect(props: { draft: ClauseDraft; type: ColumnType; change: Change }) {
  const texts = useRoomTexts(rowsTexts).filter
  const tests = testsOf(props.type)
  const choose = (test: Test | undefined): void => {
    if (test !== undefined && tests.includes(test)) props.change({ test })
  }
  return (
    <select
      className="input"
      aria-label={texts.test}
      value={props.draft.test}
      onChange={(event) => choose(tests.find((each) => each === event.target.value))}
      onKeyDown={({ key }) => choose(testOfSign(key, props.draft.test))}
    >
      {tests.map((test) => (
        <option key={test} value={test}>
          {texts.tests[test]}
        </option>
      ))}
    </select>
  )
}

function ClauseValue({
  inputRef,
  draft,
  type,
  isWrong,
  choices,
  change,
}: {
  inputRef: RefObject<HTMLInputElement | null>
  draft: ClauseDraft
  type: ColumnType
  isWrong: boolean
  choices: FilterChoices
  change: Change
}) {
  const texts = useRoomTexts(rowsTexts).filter
  const known = useMemo(
    () => (type === 'BOOLEAN' ? ['true', 'false'] : choices.valuesOf(draft.column)),
    [type, choices, draft.column],
  )
  return (
    <>
      <SuggestingInput
        inputRef={inputRef}
        label={texts.value}
        placeholder={texts.value}
        text={draft.text}
        suggestions={known}
        isWrong={isWrong}
        change={(text) => change({ text })}
      />
      <select
        className="input"
        aria-label={texts.type}
        value={type}
        onChange={(event) =>
          change({ type: columnTypes.find((each) => each === event.target.value) })
        }
      >
        {columnTypes.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </>
  )
}

function SuggestingInput({
  inputRef,
  label,
  placeholder,
  text,
  suggestions,
  isWrong = false,
  change,
}: {
  inputRef: RefObject<HTMLInputElement | null>
  label: string
  placeholder: string
  text: string
  suggestions: readonly string[]
  isWrong?: boolean
  change: (text: string) => void
}) {
  const list = useId()
  return (
    <>
      <input
        ref={inputRef}
        className="input"
        list={list}
        aria-label={label}
        aria-invalid={isWrong}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <datalist id={list}>
        {suggestions.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  )
}
