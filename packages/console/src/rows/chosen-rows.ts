import type { ShownRow } from '@rowhouse/console-gate/shapes'
import type { Key } from '@rowhouse/snippets'
import { useState } from 'react'
import { keyName } from './use-rows.js'

/** The rows that a person has chosen, by their keys. */
export interface ChosenRows {
  readonly keys: readonly Key[]
  readonly names: ReadonlySet<string>
  readonly select: (rows: readonly ShownRow[], isOn: boolean) => void
  readonly clear: () => void
}

export function useChosenRows(): ChosenRows {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Key>>(new Map())
  return {
    keys: [...chosen.values()],
    names: new Set(chosen.keys()),
    select: (rows, isOn) => {
      const next = new Map(chosen)
      for (const { key } of rows) {
        if (isOn) next.set(keyName(key), key)
        else next.delete(keyName(key))
      }
      setChosen(next)
    },
    clear: () => setChosen(new Map()),
  }
}
