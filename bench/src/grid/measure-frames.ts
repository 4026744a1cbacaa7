import type { Browser, Page } from 'playwright-core'

export interface FrameFigures {
  readonly frames: number
  /** Milliseconds from one drawn frame to the next. */
  readonly p50: number
  readonly p95: number
  readonly most: number
}

/** Pixels of each step: down fast enough that every frame has other rows, sideways other columns. */
const STEPS = { down: 700, sideways: 400 } as const
const FRAMES = 240

/** Scrolls the grid in every frame, and reads from Chromium's trace when frames were drawn. */
export async function measureFrames(
  browser: Browser,
  page: Page,
  way: keyof typeof STEPS,
): Promise<FrameFigures> {
  await page.evaluate(`(() => {
    const grid = document.querySelector('[role=grid]')
    grid.scrollTop = 0
    grid.scrollLeft = 0
  })()`)
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
  })
  await page.evaluate(scrolling(way))
  const trace = await browser.stopTracing()
  return figuresOf(drawnAt(JSON.parse(trace.toString('utf8'))))
}

const scrolling = (way: keyof typeof STEPS): string => `new Promise((resolve) => {
  const grid = document.querySelector('[role=grid]')
  let left = ${FRAMES}
  const step = () => {
    grid.${way === 'down' ? 'scrollTop' : 'scrollLeft'} += ${STEPS[way]}
    left -= 1
    if (left > 0) requestAnimationFrame(step)
    else resolve()
  }
  requestAnimationFrame(step)
})`

/** The milliseconds at which frames were drawn. */
function drawnAt(trace: unknown): readonly number[] {
  const events: unknown =
    typeof trace === 'object' && trace !== null && 'traceEvents' in trace ? trace.traceEvents : []
  if (!Array.isArray(events)) return []
  return events
    .flatMap((event: unknown) => {
      const members = new Map<string, unknown>(Object.entries(event ?? {}))
      const time = members.get('ts')
      return members.get('name') === 'DrawFrame' && typeof time === 'number' ? [time / 1_000] : []
    })
    .sort((one, other) => one - other)
}

function figuresOf(times: readonly number[]): FrameFigures {
  const between = times.slice(1).map((time, at) => time - (times[at] ?? time))
  const sorted = between.toSorted((one, other) => one - other)
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return { frames: times.length, p50: at(0.5), p95: at(0.95), most: at(1) }
}
