import { useState } from 'react'

/** Asks for a name once more before what has it is deleted. */
export function NameAgain({
  name,
  label,
  action,
  isPending,
  onConfirm,
}: {
  name: string
  /** Of the input. */
  label: string
  /** On the button. */
  action: string
  isPending: boolean
  onConfirm: () => void
}) {
  const [typed, setTyped] = useState('')
  const isNamed = typed === name
  return (
    <form
      className="fields name-again"
      onSubmit={(event) => {
        event.preventDefault()
        if (isNamed) onConfirm()
      }}
    >
      <label className="field">
        <span>{label}</span>
        <input
          className="input"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <button type="submit" className="button danger" disabled={!isNamed || isPending}>
        {action}
      </button>
    </form>
  )
}
