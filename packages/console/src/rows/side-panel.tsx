import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../texts/use-texts.js'

/** A panel beside the list, which stays in sight. Escape closes it. */
export function SidePanel({
  title,
  close,
  actions,
  takesFocus = false,
  children,
}: {
  title: string
  close: () => void
  actions?: ReactNode
  /** Where much lies between the list and the panel; the focus goes back when it is closed. */
  takesFocus?: boolean
  children: ReactNode
}) {
  const texts = useTexts().row
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!takesFocus) return undefined
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [takesFocus])
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [close])
  return (
    <aside ref={panel} className="panel" aria-label={title} tabIndex={takesFocus ? -1 : undefined}>
      <div className="panel-head">
        <h2>{title}</h2>
        <button type="button" className="button plain" onClick={close}>
          {texts.close}
        </button>
      </div>
      {actions !== undefined && <div className="fields">{actions}</div>}
      {children}
    </aside>
  )
}
