import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after this time, or once the signal is aborted. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>

export const waitForTime: Wait = async (milliseconds, signal) => {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
}
