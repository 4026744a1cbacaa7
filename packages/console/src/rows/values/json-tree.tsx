import { useState } from 'react'
import { useRoomTexts } from '../../texts/room-texts.js'
import { rowsTexts } from '../rows-texts.js'
import { JsonNumber, type JsonValue } from './json-value.js'

const STEP = 100
const LETTERS = 2_000

/** JSON unfolded as a tree; what is inside a branch is drawn when it is opened. */
export const JsonTree = ({ value }: { value: JsonValue }) => (
  <div className="json-tree">
    <Branch name={undefined} value={value} isOpen />
  </div>
)

function Branch({
  name,
  value,
  isOpen,
}: {
  name: string | undefined
  value: JsonValue
  isOpen: boolean
}) {
  const [opened, setOpened] = useState(isOpen)
  const label = name !== undefined && <code>{name}</code>
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) {
    return (
      <div className="json-leaf">
        {label} <Leaf value={value} />
      </div>
    )
  }
  const entries = Object.entries(value)
  return (
    <details open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {label}{' '}
        <span className="quiet">
          {Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}
        </span>
      </summary>
      {opened && <Members entries={entries} />}
    </details>
  )
}

function Members({ entries }: { entries: readonly (readonly [string, JsonValue])[] }) {
  const texts = useRoomTexts(rowsTexts).values
  const [shown, setShown] = useState(STEP)
  return (
    <div className="json-members">
      {entries.slice(0, shown).map(([name, value]) => (
        <Branch key={name} name={name} value={value} isOpen={false} />
      ))}
      {entries.length > shown && (
        <button type="button" className="button plain" onClick={() => setShown(shown + STEP)}>
          {texts.more(entries.length - shown)}
        </button>
      )}
    </div>
  )
}

function Leaf({ value }: { value: string | boolean | null | JsonNumber }) {
  if (typeof value === 'string') {
    const text = value.length > LETTERS ? `${value.slice(0, LETTERS)}…` : value
    return <bdi className="json-text">{JSON.stringify(text)}</bdi>
  }
  return <span className="mono">{value instanceof JsonNumber ? value.text : String(value)}</span>
}
