import { errors } from '@rowhouse/protocol'
import type { GroupBounds, SearchContext } from '../../queries/query.js'

/** Groups need the rest. */
const CELLS_SHARE = 4

/** What a group-by and all below it may hold at a time. */
export class GroupRoom {
  readonly groupsMax: number
  /** Of one table by all keys of a segment, however few of them hits have. */
  readonly cellsMax: number
  readonly #bytesMax: number
  #isFull = false

  constructor({ groups, bytes }: GroupBounds) {
    this.groupsMax = groups
    this.#bytesMax = bytes
    this.cellsMax = Math.floor(bytes / CELLS_SHARE / Uint32Array.BYTES_PER_ELEMENT)
  }

  /** Something was refused for want of room. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** What is told when it is full. */
  tooMany(groups: number): Error {
    this.#isFull = true
    return errors.searchTooMany('groups', groups)
  }

  /** Throws when so many bytes, for so many groups, are too many. */
  hold(bytes: number, groups: number): void {
    if (bytes > this.#bytesMax) throw this.tooMany(groups)
  }
}

/** One search over one snapshot, with the room that a group-by has in it. */
export interface GroupContext extends SearchContext {
  readonly room: GroupRoom
}
