import { type RefObject, useEffect } from 'react'

/** Calls back when the person clicks outside of what is open. */
export function useClickElsewhere(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return
    const look = (event: Event): void => {
      if (!(event.target instanceof Node) || root.current?.contains(event.target) !== true) close()
    }
    document.addEventListener('pointerdown', look)
    return () => document.removeEventListener('pointerdown', look)
  })
}
