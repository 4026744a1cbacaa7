/** A way in which the runner starts the server. Given endpoints have no modes. */
export interface Mode {
  readonly id: string
  readonly title: string
  readonly doorThreads: number
  readonly ephemeral: boolean
  /** Further options of the server. */
  readonly options?: readonly string[]
}

export const MODES: readonly Mode[] = [
  {
    id: 'one-thread',
    title: "the door in the engine's thread, rows in memory",
    doorThreads: 0,
    ephemeral: true,
  },
  {
    id: 'two-doors',
    title: '2 door threads, rows on disk',
    doorThreads: 2,
    ephemeral: false,
  },
]
