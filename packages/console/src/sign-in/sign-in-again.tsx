import type { SessionInfo } from '@rowhouse/console-gate/shapes'
import { useEffect, useRef } from 'react'
import type { GateClient } from '../gate/gate-client.js'
import { SignInPage } from './sign-in-page.js'

/** The sign-in over a page whose session has ended. The page waits below it, with all that was typed. */
export function SignInAgain(props: {
  gate: GateClient
  last: SessionInfo
  onSignedIn: (session: SessionInfo) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  useFocusWithin(frame)
  return (
    <div className="sign-in-again" ref={frame}>
      <SignInPage {...props} />
    </div>
  )
}

/** Goes to the secret, the one field that is empty, and back to where the person was. */
function useFocusWithin(frame: { readonly current: HTMLDivElement | null }): void {
  useEffect(() => {
    const before = document.activeElement
    // A modal dialog of the page would keep the keyboard.
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    frame.current?.querySelector<HTMLInputElement>('input[name=secret]')?.focus()
    return () => {
      // The page is inert until it has been drawn again.
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus())
    }
  }, [frame])
}
