import type { ShownValue } from '@rowhouse/console-gate/shapes'
import { type KeyboardEvent, useRef, useState } from 'react'
import { isCut, textOf } from './value-text.js'

/** What is typed into a cell; undefined leaves it as it is. */
export type Typed = (text: string | undefined) => void

/** A field in a cell: Enter and leaving it take what was typed, Escape does not. */
export function CellInput({
  label,
  value,
  typed,
}: {
  label: string
  value: ShownValue | undefined
  typed: Typed
}) {
  const before = value === undefined || isCut(value) ? '' : textOf(value)
  const [text, setText] = useState(before)
  // A field that goes away loses the focus as well, and must not answer twice.
  const isDone = useRef(false)
  const answer: Typed = (given) => {
    if (!isDone.current) typed(given)
    isDone.current = true
  }
  const keys = (event: KeyboardEvent): void => {
    // The keys of the grid do not apply while something is typed.
    event.stopPropagation()
    if (event.key === 'Enter') answer(text)
    if (event.key === 'Escape') answer(undefined)
  }
  return (
    <input
      className="cell-input"
      aria-label={label}
      // biome-ignore lint: the person has asked for the field, so it has the focus
      autoFocus
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={keys}
      onBlur={() => answer(text)}
    />
  )
}
