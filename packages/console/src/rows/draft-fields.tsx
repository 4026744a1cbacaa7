import { useFocusInto } from '../parts/use-focus-into.js'
import { useTexts } from '../texts/use-texts.js'
import { columnTypes } from './column-types.js'
import type { DraftCell } from './row-draft.js'

const NEW_COLUMN: DraftCell = { name: '', type: 'STRING', text: '', isAuto: false }

interface FieldsProps {
  readonly cells: readonly DraftCell[]
  /** The column with a text that is no value of its type. */
  readonly wrong: string | undefined
  readonly change: (cells: readonly DraftCell[]) => void
}

const changedAt = (
  cells: readonly DraftCell[],
  at: number,
  part: Partial<DraftCell>,
): readonly DraftCell[] => cells.map((cell, index) => (index === at ? { ...cell, ...part } : cell))

/** The columns of the key, which are fixed once the row exists. */
export function DraftKey({ cells, wrong, change, isFixed }: FieldsProps & { isFixed: boolean }) {
  const texts = useTexts().row
  return cells.map((cell, at) => (
    <label key={cell.name} className="field">
      <span>
        <code>{cell.name}</code> {cell.type.toLowerCase()}
      </span>
      <input
        className="input"
        aria-invalid={wrong === cell.name}
        disabled={isFixed || cell.isAuto}
        value={cell.isAuto && !isFixed ? texts.automatic : cell.text}
        onChange={(event) => change(changedAt(cells, at, { text: event.target.value }))}
      />
    </label>
  ))
}

/** The other columns; each may be renamed, retyped, changed and taken out. */
export function DraftColumns({ cells, wrong, change }: FieldsProps) {
  const texts = useTexts().row
  const [root, focusInto] = useFocusInto<HTMLDivElement>()
  return (
    <div className="draft-columns" ref={root}>
      {cells.map((cell, at) => (
        <ColumnFields
          // Names change while they are typed, so a column is known by its place.
          key={at}
          cell={cell}
          isWrong={wrong === cell.name}
          change={(part) => change(changedAt(cells, at, part))}
          remove={() => change(cells.filter((_, index) => index !== at))}
        />
      ))}
      <p className="fields">
        <button
          type="button"
          className="button"
          onClick={() => {
            focusInto(':scope > div', cells.length)
            change([...cells, NEW_COLUMN])
          }}
        >
          {texts.addColumn}
        </button>
      </p>
    </div>
  )
}

function ColumnFields({
  cell,
  isWrong,
  change,
  remove,
}: {
  cell: DraftCell
  isWrong: boolean
  change: (part: Partial<DraftCell>) => void
  remove: () => void
}) {
  const texts = useTexts()
  return (
    <div>
      <div className="fields">
        <input
          className="input column-name"
          required
          aria-label={texts.row.column}
          placeholder={texts.row.column}
          value={cell.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <select
          className="input"
          aria-label={texts.row.type}
          value={cell.type}
          onChange={(event) => {
            const type = columnTypes.find((each) => each === event.target.value)
            if (type !== undefined) change({ type })
          }}
        >
          {columnTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
        <button type="button" className="button plain" onClick={remove}>
          {texts.create.remove}
        </button>
      </div>
      <textarea
        aria-label={`${cell.name}: ${texts.row.value}`}
        aria-invalid={isWrong}
        rows={1}
        spellCheck={false}
        value={cell.text}
        onChange={(event) => change({ text: event.target.value })}
      />
    </div>
  )
}
