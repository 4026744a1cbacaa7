import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSigned } from '../../gate/use-gate.js'
import { indexPath, searchPath } from '../../search/search-paths.js'
import { useTables } from '../../tables/use-tables.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import type { SampleGoal } from '../../samples/sample-goals.js'
import { useReading, useTexts } from '../../texts/use-texts.js'
import {
  billPath,
  homePath,
  operationsPath,
  partitionsPath,
  rowsPath,
  samplesPath,
  settingsPath,
  tablesPath,
} from '../paths.js'
import { paletteTexts } from './palette-texts.js'

interface Goal {
  readonly id: string
  readonly label: string
  readonly kind: string
  readonly go: () => void
}

const SHOWN = 12

/** Every table, index, place and action of an instance by its name; arrows and Enter choose. */
export function Palette({ instance, close }: { instance: string; close: () => void }) {
  const texts = useRoomTexts(paletteTexts)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const goals = useGoals(instance)
  const found = goals
    .filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()))
    .slice(0, SHOWN)
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

function useGoals(instance: string): readonly Goal[] {
  const texts = useRoomTexts(paletteTexts)
  const common = useTexts()
  const { signOut } = useSigned()
  const tables = useTables(instance)
  const samples = useSampleGoals(instance)
  const [, navigate] = useLocation()
  return useMemo(() => {
    const to = (label: string, kind: string, path: string): Goal => ({
      id: `${kind} ${path}`,
      label,
      kind,
      go: () => navigate(path),
    })
    const ofTables = (tables.data ?? []).flatMap(({ table, searchIndexes }) => [
      to(table, texts.rows, rowsPath(instance, table)),
      to(table, texts.settings, settingsPath(instance, table)),
      to(table, texts.partitions, partitionsPath(instance, table)),
      ...searchIndexes.map((index) =>
        to(`${table} / ${index}`, texts.search, indexPath({ instance, table, index })),
      ),
    ])
    return [
      ...ofTables,
      to(common.rail.home, texts.place, homePath(instance)),
      to(common.rail.tables, texts.place, tablesPath(instance)),
      to(common.rail.search, texts.place, searchPath(instance)),
      to(common.rail.operations, texts.place, operationsPath(instance)),
      to(common.rail.samples, texts.place, samplesPath(instance)),
      to(common.rail.bill, texts.place, billPath(instance)),
      ...samples.map(({ label, path }) => to(label, common.rail.samples, path)),
      { id: 'out', label: common.rail.signOut, kind: texts.action, go: signOut },
    ]
  }, [tables.data, samples, texts, common, instance, navigate, signOut])
}

/** The pages of the samples and their questions. Their names come when they are looked for. */
function useSampleGoals(instance: string): readonly SampleGoal[] {
  const { language } = useReading()
  const [goals, setGoals] = useState<readonly SampleGoal[]>([])
  useEffect(() => {
    const show = async (): Promise<void> => {
      const { sampleGoals } = await import('../../samples/sample-goals.js')
      setGoals(sampleGoals(instance, language))
    }
    // Without them, everything else is still found.
    show().catch(() => setGoals([]))
  }, [instance, language])
  return goals
}

const KEYS = [
  ['Ctrl/⌘ K', 'palette'],
  ['/', 'filter'],
  ['↑ ↓ ← →', 'arrows'],
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
