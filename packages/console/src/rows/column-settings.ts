import { useState } from 'react'

/** How a person has arranged the columns of a table; the browser keeps it. */
export interface ColumnSettings {
  readonly pinned: readonly string[]
  readonly hidden: readonly string[]
  readonly widths: Readonly<Record<string, number>>
}

const PLAIN: ColumnSettings = { pinned: [], hidden: [], widths: {} }

export function useColumnSettings(
  instance: string,
  table: string,
): readonly [ColumnSettings, (change: Partial<ColumnSettings>) => void] {
  const place = `rowhouse-columns ${instance}/${table}`
  const [settings, setSettings] = useState(() => readSettings(localStorage.getItem(place)))
  const change = (part: Partial<ColumnSettings>): void => {
    setSettings((before) => {
      const next = { ...before, ...part }
      localStorage.setItem(place, JSON.stringify(next))
      return next
    })
  }
  return [settings, change]
}

/** What an older console or somebody else has stored is left out where it does not fit. */
export function readSettings(stored: string | null): ColumnSettings {
  const members = membersOf(stored)
  const names = (name: string): readonly string[] => {
    const list = members.get(name)
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
  }
  const widths = Object.entries(members.get('widths') ?? {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )
  return { pinned: names('pinned'), hidden: names('hidden'), widths: Object.fromEntries(widths) }
}

function membersOf(stored: string | null): ReadonlyMap<string, unknown> {
  if (stored === null) return new Map(Object.entries(PLAIN))
  try {
    const parsed: unknown = JSON.parse(stored)
    return new Map(Object.entries(typeof parsed === 'object' && parsed !== null ? parsed : PLAIN))
  } catch {
    return new Map(Object.entries(PLAIN))
  }
}
