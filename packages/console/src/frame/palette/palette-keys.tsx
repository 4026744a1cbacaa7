import { useEffect, useState } from 'react'
import { isTyping } from '../../parts/is-typing.js'
import './palette.css'
import { Palette, Shortcuts } from './palette.js'

/**
 * Ctrl or Command with K finds everything by name, and `?` tells the keys. Neither is loaded when it is asked
 * for: what is typed behind the key must not be lost.
 */
export function PaletteKeys({ instance }: { instance: string | undefined }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts'>()
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        setOpen('palette')
      } else if (event.key === '?' && !isTyping(event)) setOpen('shortcuts')
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const close = (): void => setOpen(undefined)
  return (
    <>
      {open === 'palette' && <Palette instance={instance} close={close} />}
      {open === 'shortcuts' && <Shortcuts close={close} />}
    </>
  )
}
