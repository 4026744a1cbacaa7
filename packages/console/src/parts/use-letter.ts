import { type RefObject, useEffect } from 'react'
import { isTyping } from './is-typing.js'

/** A key leads to a field from everywhere on the page but other fields. */
export function useLetter(letter: string, field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== letter || isTyping(event) || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [letter, field])
}
