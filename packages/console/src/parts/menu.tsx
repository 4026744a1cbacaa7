import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

export interface MenuItem {
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
  label: string
  items: readonly MenuItem[]
  children: ReactNode
  opensUp?: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const close = (event: Event) => {
      if (!(event.target instanceof Node) || root.current?.contains(event.target) !== true)
        setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [isOpen])
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
        if (event.key === 'Escape') setOpen(false)
        if (!isOpen || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        focusItem(event.key === 'ArrowDown' ? 1 : -1)
      }}
    >
      <button
        type="button"
        className="button plain"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
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
