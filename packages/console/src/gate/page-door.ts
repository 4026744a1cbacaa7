import { pageLimits } from '../limits.js'
import type { GateDoor } from './gate-client.js'

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

/** The gate as a page reaches it. Nobody is at a page that was not touched for a while and does no work. */
export function doorOfPage(isWorking: () => boolean): GateDoor {
  let touchedAt = Date.now()
  const touched = (): void => {
    touchedAt = Date.now()
  }
  for (const touch of TOUCHES) {
    document.addEventListener(touch, touched, { capture: true, passive: true })
  }
  return {
    base: () => document.baseURI,
    fetch: (url, init) => fetch(url, init),
    isAway: () => Date.now() - touchedAt >= pageLimits.AWAY_MS && !isWorking(),
  }
}
