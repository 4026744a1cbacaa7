import { type FormEvent, useState } from 'react'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useTexts } from '../../texts/use-texts.js'
import { rowsTexts } from '../rows-texts.js'
import { type FilterClause, clausesText, parseClauses } from './filter-clause.js'

/** The filter as JSON, to be read, pasted and changed. */
export function FilterJson({
  clauses,
  apply,
  cancel,
}: {
  clauses: readonly FilterClause[]
  apply: (clauses: readonly FilterClause[]) => void
  cancel: () => void
}) {
  const texts = useRoomTexts(rowsTexts).filter
  const common = useTexts()
  const [text, setText] = useState(() => clausesText(clauses))
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const parsed = parseClauses(text)
    if (parsed === undefined) setWrong(true)
    else apply(parsed)
  }
  return (
    <form className="filter-json" aria-label={texts.title} onSubmit={submit}>
      <textarea
        className="input mono"
        aria-label={texts.asJson}
        aria-invalid={isWrong}
        spellCheck={false}
        rows={Math.min(12, clauses.length + 3)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="quiet">{texts.jsonHelp}</p>
      {isWrong && (
        <p role="alert" className="wrong">
          {texts.wrongJson}
        </p>
      )}
      <p className="fields">
        <button type="submit" className="button main">
          {texts.take}
        </button>
        <button type="button" className="button" onClick={cancel}>
          {common.row.cancel}
        </button>
      </p>
    </form>
  )
}
