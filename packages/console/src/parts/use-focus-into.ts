import { type RefObject, useEffect, useRef } from 'react'

/** Leads the focus to the first field of what a button adds, once it is there. */
export function useFocusInto<Root extends HTMLElement>(): readonly [
  RefObject<Root | null>,
  (parts: string, at: number) => void,
] {
  const root = useRef<Root>(null)
  const wanted = useRef<{ readonly parts: string; readonly at: number }>(undefined)
  useEffect(() => {
    const next = wanted.current
    if (next === undefined) return
    wanted.current = undefined
    const part = root.current?.querySelectorAll(next.parts)[next.at]
    const condition = part?.querySelector('.condition') ?? part
    condition?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  })
  return [
    root,
    (parts, at) => {
      wanted.current = { parts, at }
    },
  ]
}
