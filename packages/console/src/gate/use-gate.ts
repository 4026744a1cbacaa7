import type { SessionInfo } from '@rowhouse/console-gate/shapes'
import { createContext, useContext } from 'react'
import type { GateClient } from './gate-client.js'

export interface Signed {
  readonly gate: GateClient
  readonly session: SessionInfo
  /** Reads the session again, after the instances have changed. */
  readonly refresh: () => Promise<void>
  readonly signOut: () => void
}

export const SignedContext = createContext<Signed | undefined>(undefined)

/** The gate and the session. Only pages behind the sign-in may use it. */
export function useSigned(): Signed {
  const signed = useContext(SignedContext)
  if (signed === undefined) throw new Error('this part is shown to signed-in people only')
  return signed
}

/** Whether the person may change anything; the server checks it again. */
export const mayWrite = ({ session }: Signed): boolean => session.access !== 'read-only'
