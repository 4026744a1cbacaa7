import { useTexts } from '../texts/use-texts.js'
import type { FoundColumn } from './found-columns.js'

/** The columns that occur in the loaded rows, to show or to hide. */
export function ColumnChooser({
  columns,
  rows,
  hidden,
  change,
}: {
  columns: readonly FoundColumn[]
  rows: number
  hidden: readonly string[]
  change: (hidden: readonly string[]) => void
}) {
  const texts = useTexts().rows
  const toggle = (name: string): void =>
    change(hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name])
  return (
    <details className="menu">
      <summary className="button">
        {texts.columns} {columns.length - hidden.length}/{columns.length}
      </summary>
      <ul className="chooser">
        {hidden.length > 0 && (
          <li>
            <button type="button" onClick={() => change([])}>
              {texts.showAll}
            </button>
          </li>
        )}
        {columns.map(({ name, count }) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={!hidden.includes(name)}
                onChange={() => toggle(name)}
              />{' '}
              <code>{name}</code> <span className="quiet">{texts.occurs(count, rows)}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}
