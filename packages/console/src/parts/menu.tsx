import { type ReactNode, useId, useRef, useState } from 'react'
import { useClickElsewhere } from './use-click-elsewhere.js'

interface MenuItem {
  readonly id: string
  readonly label: string
  readonly isCurrent?: boolean
  readonly choose: () => void
}

/** A button that opens a list. Escape and a click elsewhere close it; arrows move in it. */
export function Menu({
  label,
  items,
  children,
  opensUp = false,
}: {
  /** What the shown text is, for screen readers. */
  label?: string
  items: readonly MenuItem[]
  children: ReactNode
  opensUp?: boolean
}) {
  const root = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useClickElsewhere(root, isOpen, () => setOpen(false))
  const id = useId()
  const focusItem = (step: number): void => {
    const buttons = [...(root.current?.querySelectorAll<HTMLElement>('li > button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons.at((at + step) % buttons.length)?.focus()
  }
  return (
    <div
      className="menu"
      ref={root}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) {
          setOpen(false)
          root.current?.querySelector('button')?.focus()
        }
        if (!isOpen || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        focusItem(event.key === 'ArrowDown' ? 1 : -1)
      }}
    >
      <button
        type="button"
        className="button plain"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label !== undefined && <span className="hidden-text">{label}: </span>}
        {children}
      </button>
      {isOpen && (
        <ul id={id} style={opensUp ? { bottom: '100%' } : undefined}>
          {items.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                aria-current={item.isCurrent === true ? 'true' : undefined}
                onClick={() => {
                  setOpen(false)
                  item.choose()
                }}
              >
                {item.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
