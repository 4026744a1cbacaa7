import type { TableShape } from '@rowhouse/console-gate/shapes'
import type { InferredColumn } from '@rowhouse/transfer/records'
import { useRoomTexts } from '../texts/room-texts.js'
import { CHOSEN_TYPES, type ColumnChoice, retargeted, withKeyPlace } from './column-choices.js'
import { importsTexts } from './imports-texts.js'

interface TableProps {
  readonly columns: readonly InferredColumn[]
  readonly choices: readonly ColumnChoice[]
  readonly shape: TableShape | undefined
  readonly change: (choices: readonly ColumnChoice[]) => void
}

/** What becomes of each column of the file. */
export function ColumnTable({ columns, choices, shape, change }: TableProps) {
  const texts = useRoomTexts(importsTexts)
  const examples = new Map(columns.map(({ name, example }) => [name, example]))
  return (
    <div className="list-frame">
      <table className="list import-columns">
        <thead>
          <tr>
            <th>{texts.source}</th>
            <th>{texts.target}</th>
            <th>{texts.type}</th>
            <th>{texts.key}</th>
            <th>{texts.example}</th>
          </tr>
        </thead>
        <tbody>
          {choices.map((choice) => (
            <ColumnRow
              key={choice.source}
              choice={choice}
              shape={shape}
              example={examples.get(choice.source)}
              change={(changed) =>
                change(choices.map((each) => (each.source === choice.source ? changed : each)))
              }
              changePlace={(place) => change(withKeyPlace(choices, choice.source, place))}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly choice: ColumnChoice
  readonly shape: TableShape | undefined
  readonly example: string | undefined
  readonly change: (choice: ColumnChoice) => void
  readonly changePlace: (place: number) => void
}

function ColumnRow({ choice, shape, example, change, changePlace }: RowProps) {
  const texts = useRoomTexts(importsTexts)
  const { source, isUsed, target } = choice
  return (
    <tr>
      <td>
        <label className="import-source">
          <input
            type="checkbox"
            aria-label={texts.used(source)}
            checked={isUsed}
            onChange={() => change({ ...choice, isUsed: !isUsed })}
          />{' '}
          <code>{source}</code>
        </label>
      </td>
      <td>
        <input
          className="input"
          aria-label={texts.targetOf(source)}
          disabled={!isUsed}
          value={target}
          onChange={(event) => change(retargeted(choice, event.target.value, shape))}
        />
      </td>
      <td>
        <TypeSelect {...{ choice, shape, change }} />
      </td>
      <td>
        <KeySelect {...{ choice, shape, changePlace }} />
      </td>
      <td className="mono quiet import-example">{example}</td>
    </tr>
  )
}

function TypeSelect({ choice, shape, change }: Pick<RowProps, 'choice' | 'shape' | 'change'>) {
  const texts = useRoomTexts(importsTexts)
  const { source, target, type, isUsed } = choice
  const known = [...(shape?.key ?? []), ...(shape?.columns ?? [])]
  const fixed = known.find(({ name }) => name === target)
  // An INTEGER may still be made of a time.
  const isFixed = fixed !== undefined && fixed.type !== 'INTEGER'
  const offered = fixed?.type === 'INTEGER' ? (['integer', 'time'] as const) : CHOSEN_TYPES
  return (
    <select
      className="input"
      aria-label={texts.typeOf(source)}
      disabled={!isUsed || isFixed}
      value={type}
      onChange={(event) => {
        const chosen = offered.find((each) => each === event.target.value)
        if (chosen !== undefined) change({ ...choice, type: chosen })
      }}
    >
      {offered.map((each) => (
        <option key={each} value={each}>
          {texts.types[each]}
        </option>
      ))}
    </select>
  )
}

const PLACES = [0, 1, 2, 3, 4] as const

function KeySelect({
  choice: { source, isUsed, keyPlace },
  shape,
  changePlace,
}: Pick<RowProps, 'choice' | 'shape' | 'changePlace'>) {
  const texts = useRoomTexts(importsTexts)
  return (
    <select
      className="input"
      aria-label={texts.keyOf(source)}
      disabled={!isUsed || shape !== undefined}
      value={keyPlace}
      onChange={({ target }) => changePlace(Number(target.value))}
    >
      {PLACES.map((place) => (
        <option key={place} value={place}>
          {place === 0 ? texts.outside : place}
        </option>
      ))}
    </select>
  )
}
