import { invariant } from '@rowhouse/platform'

/** Memory of one memtable. Other threads can read it. */
export interface Arena {
  readonly bytes: Buffer
  /** The same memory. */
  readonly words: Int32Array
}

export function createArena(bytes: number): Arena {
  return arenaOf(new SharedArrayBuffer(roundedUp(bytes)))
}

export function arenaOf(shared: SharedArrayBuffer): Arena {
  return { bytes: Buffer.from(shared), words: new Int32Array(shared) }
}

/** Keeps a few arenas that were given back: new memory is cleared and mapped page by page. */
export class ArenaPool {
  readonly #arenaBytes: number
  readonly #kept: number
  readonly #free: Arena[] = []
  #takenBytes = 0

  constructor(arenaBytes: number, kept: number) {
    this.#arenaBytes = roundedUp(arenaBytes)
    this.#kept = kept
  }

  /** Of the arenas that are in use. */
  get takenBytes(): number {
    return this.#takenBytes
  }

  take(minimumBytes = 0): Arena {
    const free = minimumBytes > this.#arenaBytes ? undefined : this.#free.pop()
    const arena = free ?? createArena(Math.max(minimumBytes, this.#arenaBytes))
    this.#takenBytes += arena.bytes.length
    return arena
  }

  /** Nobody may read it any more. */
  give(arena: Arena): void {
    invariant(!this.#free.includes(arena), 'an arena is given back once')
    this.#takenBytes -= arena.bytes.length
    if (arena.bytes.length !== this.#arenaBytes || this.#free.length >= this.#kept) return
    this.#free.push(arena)
  }
}

function roundedUp(bytes: number): number {
  invariant(bytes > 0 && bytes <= ARENA_BYTES_MAX, 'places in an arena are signed words')
  return Math.ceil(bytes / WORD_BYTES) * WORD_BYTES
}

const WORD_BYTES = 4
const ARENA_BYTES_MAX = 2 ** 31 - WORD_BYTES
