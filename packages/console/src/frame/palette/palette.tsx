import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useRoomTexts } from '../../texts/room-texts.js'
import { type Goal, foundGoals } from './find-goals.js'
import { paletteTexts } from './palette-texts.js'
import { useGoals } from './use-goals.js'

/** Everything that can be reached by its name; arrows and Enter choose. */
export function Palette({ instance, close }: { instance: string | undefined; close: () => void }) {
  const texts = useRoomTexts(paletteTexts)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const goals = useGoals(instance)
  const found = foundGoals(goals, search)
  const choose = (goal: Goal | undefined): void => {
    if (goal === undefined) return
    close()
    goal.go()
  }
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, Math.max(found.length - 1, 0)))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter') choose(found[at])
    else return
    event.preventDefault()
  }
  return (
    <Dialog label={texts.title} close={close}>
      <input
        className="input"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-goals"
        aria-activedescendant={found[at] && `palette-${at}`}
        aria-label={texts.find}
        placeholder={texts.find}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setAt(0)
        }}
        onKeyDown={keys}
      />
      <ul id="palette-goals" role="listbox" aria-label={texts.title}>
        {found.map((goal, place) => (
          <li
            key={goal.id}
            id={`palette-${place}`}
            role="option"
            aria-selected={place === at}
            ref={place === at ? bringIntoSight : undefined}
            onClick={() => choose(goal)}
          >
            <span className="ellipsis">{goal.label}</span> <small>{goal.kind}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="quiet">{texts.none}</p>}
    </Dialog>
  )
}

const bringIntoSight = (goal: HTMLElement | null): void =>
  goal?.scrollIntoView({ block: 'nearest' })

const KEYS = [
  ['Ctrl/⌘ K', 'palette'],
  ['/', 'filter'],
  ['k', 'key'],
  ['↑ ↓ ← →', 'arrows'],
  ['Tab, ← →', 'width'],
  ['Enter', 'open'],
  ['F2, e', 'edit'],
  ['Delete', 'remove'],
  ['␣', 'select'],
  ['Esc', 'close'],
  ['?', 'help'],
] as const

/** What the keys do. */
export function Shortcuts({ close }: { close: () => void }) {
  const texts = useRoomTexts(paletteTexts)
  return (
    <Dialog label={texts.shortcuts} close={close}>
      <h2>{texts.shortcuts}</h2>
      <dl className="shortcuts">
        {KEYS.map(([key, what]) => (
          <div key={what}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{texts.keys[what]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** The browser's own dialog: it keeps the focus, Escape closes it, and what is behind it waits. */
function Dialog({
  label,
  close,
  children,
}: {
  label: string
  close: () => void
  children: React.ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={label}
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) close()
      }}
    >
      <div>{children}</div>
    </dialog>
  )
}
