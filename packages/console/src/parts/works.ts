import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import { pageLimits } from '../limits.js'

/** Work that a page has begun, and that goes on while other pages of the console are shown. */
export interface Work {
  /** The page that shows it. */
  readonly path: string
  readonly isRunning: () => boolean
  /** For React: calls back after each change, until what it returns is called. */
  readonly subscribe: (listener: () => void) => () => void
  readonly stop: () => void
}

/** The works of one person, the oldest first. A page that is opened again finds its own. */
export class Works<Kept extends Work = Work> {
  #kept: readonly Kept[] = []
  #running: readonly Kept[] = []
  readonly #listeners = new Set<() => void>()

  /** Those under way; the same list as long as it is the same. */
  readonly running = (): readonly Kept[] => this.#running

  readonly all = (): readonly Kept[] => this.#kept

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Of works that are over, only the newest are kept: they may hold much. */
  readonly keep = (work: Kept): void => {
    const over = this.#kept.filter((each) => !each.isRunning())
    const dropped = new Set(over.slice(0, Math.max(0, over.length + 1 - pageLimits.WORKS_KEPT)))
    this.#kept = [...this.#kept.filter((each) => !dropped.has(each)), work]
    work.subscribe(this.#look)
    this.#look()
    this.#tell()
  }

  readonly forget = (work: Kept): void => {
    this.#kept = this.#kept.filter((each) => each !== work)
    this.#look()
    this.#tell()
  }

  /** When the person has gone. */
  readonly stopAll = (): void => {
    for (const work of this.#kept) work.stop()
    this.#kept = []
    this.#look()
    this.#tell()
  }

  readonly #look = (): void => {
    const running = this.#kept.filter((each) => each.isRunning())
    const isSame =
      running.length === this.#running.length &&
      running.every((each, at) => each === this.#running[at])
    if (isSame) return
    this.#running = running
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const WorksContext = createContext(new Works())

export function useWorks(): Works {
  return useContext(WorksContext)
}

/** The works of a kind that belong to the page, if they were begun and not forgotten; the oldest first. */
export function useWorksAt<Kind extends Work>(
  path: string,
  isKind: (work: Work) => work is Kind,
): readonly Kind[] {
  const works = useWorks()
  const all = useSyncExternalStore(works.subscribe, works.all)
  return all.filter((work): work is Kind => work.path === path && isKind(work))
}

/** The newest of them. */
export function useWorkAt<Kind extends Work>(
  path: string,
  isKind: (work: Work) => work is Kind,
): Kind | undefined {
  return useWorksAt(path, isKind).at(-1)
}

/** The browser asks before it leaves the console while something is under way. */
export function useLeavingWarning(works: Works): void {
  const isRunning = useSyncExternalStore(works.subscribe, works.running).length > 0
  useEffect(() => {
    if (!isRunning) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isRunning])
}
