import { type RefObject, useEffect, useRef } from 'react'

/** Keys that mean the grid when nothing else has the focus. */
const KEYS = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp', 'Enter', ' ']

/** A key of the grid leads to it from wherever nothing has the focus, as after a link or a closed panel. */
export function useReach(
  scroller: RefObject<HTMLDivElement | null>,
  take: (event: KeyboardEvent) => void,
): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const reach = (event: KeyboardEvent): void => {
      if (event.target !== document.body || !KEYS.includes(event.key)) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      scroller.current?.focus()
      latest.current(event)
    }
    document.addEventListener('keydown', reach)
    return () => document.removeEventListener('keydown', reach)
  }, [scroller])
}
