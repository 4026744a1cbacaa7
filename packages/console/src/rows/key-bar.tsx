import type { KeyColumn } from '@rowhouse/snippets'
import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useLetter } from '../parts/use-letter.js'
import { useTexts } from '../texts/use-texts.js'
import { type ColumnRange, type KeyQuestion, everything } from './key-question.js'

type Kind = 'any' | 'equals' | 'between' | 'begins'

interface Asked {
  readonly kind: Kind
  readonly first: string
  readonly second: string
}

const ANY: Asked = { kind: 'any', first: '', second: '' }

/** What is asked of each column of the key; a column behind one that is not "is" cannot be asked about. */
export function KeyBar({
  columns,
  question,
  ask,
}: {
  columns: readonly KeyColumn[]
  question: KeyQuestion
  ask: (question: KeyQuestion) => void
}) {
  const texts = useTexts().rows
  const [asked, setAsked] = useAsked(columns, question)
  const first = useRef<HTMLSelectElement>(null)
  useLetter('k', first)
  const firstOpen = asked.findIndex(({ kind }) => kind !== 'equals')
  const change = (at: number, part: Partial<Asked>): void =>
    setAsked(asked.map((each, index) => (index === at ? { ...each, ...part } : each)))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    ask(questionOf(asked, question.isBackward))
  }
  const leave = ({ key, target }: KeyboardEvent): void => {
    if (key === 'Escape' && target instanceof HTMLElement) target.blur()
  }
  return (
    <form className="key-bar" onSubmit={submit} onKeyDown={leave}>
      {columns.map((column, at) => (
        <ColumnQuestion
          key={column.name}
          column={column}
          fieldRef={at === 0 ? first : undefined}
          asked={asked[at] ?? ANY}
          isOpen={firstOpen < 0 || at <= firstOpen}
          change={(part) => change(at, part)}
        />
      ))}
      <select
        className="input"
        aria-label={texts.order}
        value={question.isBackward ? 'backward' : 'forward'}
        onChange={(event) => ask(questionOf(asked, event.target.value === 'backward'))}
      >
        <option value="forward">{texts.forward}</option>
        <option value="backward">{texts.backward}</option>
      </select>
      <button type="submit" className="button main">
        {texts.show}
      </button>
      <button
        type="button"
        className="button plain"
        onClick={() => {
          setAsked(columns.map(() => ANY))
          ask(everything)
        }}
      >
        {texts.clear}
      </button>
    </form>
  )
}

/** What is being written; when the address asks something else, what was written before is over. */
function useAsked(
  columns: readonly KeyColumn[],
  question: KeyQuestion,
): readonly [readonly Asked[], (asked: readonly Asked[]) => void] {
  const text = JSON.stringify(question)
  const [state, setState] = useState(() => ({ text, asked: askedOf(columns, question) }))
  const known = state.text === text ? state : { text, asked: askedOf(columns, question) }
  if (known !== state) setState(known)
  return [known.asked, (asked) => setState({ text, asked: [...asked] })]
}

function ColumnQuestion({
  column,
  fieldRef,
  asked,
  isOpen,
  change,
}: {
  column: KeyColumn
  fieldRef: RefObject<HTMLSelectElement | null> | undefined
  asked: Asked
  isOpen: boolean
  change: (part: Partial<Asked>) => void
}) {
  const texts = useTexts().rows
  const kinds: readonly (readonly [Kind, string])[] = [
    ['any', texts.any],
    ['equals', texts.equals],
    ['between', texts.between],
    ...(column.type === 'STRING' ? [['begins', texts.begins] as const] : []),
  ]
  const input = (part: 'first' | 'second', label: string) => (
    <input
      className="input"
      aria-label={`${column.name}: ${label}`}
      title={label}
      placeholder={label}
      spellCheck={false}
      disabled={!isOpen}
      value={asked[part]}
      onChange={(event) => change({ [part]: event.target.value })}
    />
  )
  return (
    <span className="column-question">
      <code aria-hidden="true" title={column.name}>
        {column.name}
      </code>
      <select
        ref={fieldRef}
        aria-label={column.name}
        className="input"
        disabled={!isOpen}
        value={asked.kind}
        onChange={(event) => {
          const kind = kinds.find(([each]) => each === event.target.value)?.[0]
          if (kind !== undefined) change({ kind })
        }}
      >
        {kinds.map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
      {asked.kind === 'equals' && input('first', texts.equals)}
      {asked.kind === 'begins' && input('first', texts.begins)}
      {asked.kind === 'between' && (
        <>
          {input('first', texts.from)}
          {input('second', texts.to)}
        </>
      )}
    </span>
  )
}

function askedOf(columns: readonly KeyColumn[], { equals, range }: KeyQuestion): Asked[] {
  return columns.map((_, at): Asked => {
    const text = equals[at]
    if (text !== undefined) return { kind: 'equals', first: text, second: '' }
    if (range === undefined || at > equals.length) return ANY
    return range.kind === 'begins'
      ? { kind: 'begins', first: range.text, second: '' }
      : { kind: 'between', first: range.from, second: range.to }
  })
}

function questionOf(asked: readonly Asked[], isBackward: boolean): KeyQuestion {
  const open = asked.findIndex(({ kind }) => kind !== 'equals')
  const equal = open < 0 ? asked : asked.slice(0, open)
  const last = open < 0 ? undefined : asked[open]
  return { equals: equal.map(({ first }) => first), range: rangeOfAsked(last), isBackward }
}

function rangeOfAsked(asked: Asked | undefined): ColumnRange | undefined {
  if (asked?.kind === 'begins') return { kind: 'begins', text: asked.first }
  if (asked?.kind === 'between') return { kind: 'between', from: asked.first, to: asked.second }
  return undefined
}
