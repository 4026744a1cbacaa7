import { errors } from '@rowhouse/protocol'
import type { GroupBounds, SearchContext } from '../../queries/query.js'

/** Cells may take this share; the rest is for groups. */
const CELLS_SHARE = 4

/** The memory that a group-by and all below it may hold at a time. */
export class GroupRoom {
  readonly groupsMax: number
  /** The most cells in one table over all keys of a segment, however few of them occur. */
  readonly cellsMax: number
  readonly #bytesMax: number
  #isFull = false

  constructor({ groups, bytes }: GroupBounds) {
    this.groupsMax = groups
    this.#bytesMax = bytes
    this.cellsMax = Math.floor(bytes / CELLS_SHARE / Uint32Array.BYTES_PER_ELEMENT)
  }

  /** Whether something was refused for lack of room. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** The error that says that the room is full. */
  tooMany(groups: number): Error {
    this.#isFull = true
    return errors.searchTooMany('groups', groups)
  }

  /** Throws when there is no room for this many bytes or groups. */
  hold(bytes: number, groups: number): void {
    if (bytes > this.#bytesMax) throw this.tooMany(groups)
  }
}

/** One search over one snapshot, with the room of its group-by. */
export interface GroupContext extends SearchContext {
  readonly room: GroupRoom
}
