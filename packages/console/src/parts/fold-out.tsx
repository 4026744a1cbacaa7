import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useClickElsewhere } from './use-click-elsewhere.js'

/** A button that opens a small form over the page. Escape and a click elsewhere close it. */
export function FoldOut({
  className,
  label,
  children,
}: {
  className: string
  label: ReactNode
  children: ReactNode
}) {
  const root = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  useClickElsewhere(root, isOpen, () => setOpen(false))
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return
    // The panel beside the page stays open.
    event.stopPropagation()
    setOpen(false)
    root.current?.querySelector('summary')?.focus()
  }
  return (
    <details
      className={className}
      ref={root}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={keys}
    >
      <summary className="button">{label}</summary>
      {isOpen && children}
    </details>
  )
}
