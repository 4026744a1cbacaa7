import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../texts/use-texts.js'

/** A panel beside the list, which stays in sight. Escape closes it. */
export function SidePanel({
  title,
  close,
  actions,
  children,
}: {
  title: string
  close: () => void
  actions?: ReactNode
  children: ReactNode
}) {
  const texts = useTexts().row
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [close])
  return (
    <aside className="panel" aria-label={title}>
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
