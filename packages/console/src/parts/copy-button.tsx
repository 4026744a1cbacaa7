import { useState } from 'react'
import { useTexts } from '../texts/use-texts.js'
import { copyText } from './copy-text.js'

const SHOWN_MS = 1_500

/** Copies a text, and says so for a moment. A large text may be made when it is asked for. */
export function CopyButton({ text, label }: { text: string | (() => string); label: string }) {
  const texts = useTexts().row
  const [isCopied, setCopied] = useState(false)
  const copy = (): void => {
    void copyText(typeof text === 'string' ? text : text()).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), SHOWN_MS)
    })
  }
  return (
    <button type="button" className="button plain" onClick={copy}>
      {isCopied ? texts.copied : label}
    </button>
  )
}
