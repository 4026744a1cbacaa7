import { useState } from 'react'
import { FoldOut } from '../parts/fold-out.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import type { ColumnSettings } from './column-settings.js'
import type { FoundColumn } from './found-columns.js'
import { rowsTexts } from './rows-texts.js'

interface ChooserProps {
  readonly columns: readonly FoundColumn[]
  readonly rows: number
  readonly settings: ColumnSettings
  readonly change: (part: Partial<ColumnSettings>) => void
}

/** The columns that occur in the loaded rows, to show, to hide, or to pin beside the key. */
export function ColumnChooser(props: ChooserProps) {
  const { columns, settings } = props
  const texts = useTexts().rows
  const label = `${texts.columns} ${columns.length - settings.hidden.length}/${columns.length}`
  return (
    <FoldOut className="menu" label={label}>
      <ChooserList {...props} />
    </FoldOut>
  )
}

/** So many columns are listed at once; a wide row's others are found by their name. */
const LISTED = 200

function ChooserList({ columns, rows, settings, change }: ChooserProps) {
  const texts = useTexts().rows
  const own = useRoomTexts(rowsTexts).columns
  const [search, setSearch] = useState('')
  const { hidden, pinned } = settings
  const found = columns.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  return (
    <ul className="chooser">
      <li>
        <input
          className="input"
          aria-label={own.find}
          placeholder={own.find}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </li>
      {hidden.length > 0 && (
        <li>
          <button type="button" onClick={() => change({ hidden: [] })}>
            {texts.showAll}
          </button>
        </li>
      )}
      {found.slice(0, LISTED).map(({ name, count }) => (
        <li key={name} className="chooser-column">
          <label>
            <input
              type="checkbox"
              checked={!hidden.includes(name)}
              onChange={() => change({ hidden: toggled(hidden, name) })}
            />{' '}
            <code>{name}</code> <span className="quiet">{texts.occurs(count, rows)}</span>
          </label>
          <button
            type="button"
            aria-pressed={pinned.includes(name)}
            aria-label={own.pin(name)}
            onClick={() => change({ pinned: toggled(pinned, name) })}
          >
            {pinned.includes(name) ? own.pinned : own.pinIt}
          </button>
        </li>
      ))}
      {found.length > LISTED && <li className="quiet">{own.more(found.length - LISTED)}</li>}
    </ul>
  )
}

const toggled = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? names.filter((each) => each !== name) : [...names, name]
