import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import type { FeedPlace } from '../../indexes/index-writer.js'
import type { IndexPart } from '../../indexes/part-builder.js'
import type { GivenBatch, GivenImages } from './given-batch.js'
import type { RemoteParts } from '../merging/merging-thread-link.js'

export interface IntakeTarget {
  /** Takes images in here, behind the earlier ones; answers whether they are enough for a part. */
  take(images: GivenImages): Promise<boolean>
  /** The part of what was taken in since the last call. */
  takePart(): IndexPart
  /** Makes a part searchable. Parts come in the order of the feed. */
  adopt(placed: PlacedPart): void
  /** Another thread that can take images in; undefined when there is none now. */
  elsewhere(): RemoteParts | undefined
  failed(error: unknown): void
}

export interface PlacedPart {
  readonly part: IndexPart
  /** The place of the feed that it completes; undefined when more comes before the next place. */
  readonly place: FeedPlace | undefined
}

/** The bounds of what is taken in as one group. */
export interface GroupBounds {
  readonly images: number
  readonly bytes: number
}

interface Waiting {
  readonly images: GivenImages
  readonly place: FeedPlace
  isTaken: boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Consecutive batches that are taken in by one thread. */
class Group {
  readonly batches: Waiting[] = []
  images = 0
  bytes = 0
  /** Whether it accepts no more batches. */
  isClosed = false
  /** Whether a thread has begun to take it in. */
  hasBegun = false
  remote: RemoteParts | undefined
  /** The number of its batches that were taken in here. */
  taken = 0
  /** The place behind the last of those. */
  place: FeedPlace | undefined
  isDone = false
  /** Its parts that are made but not yet searchable. */
  parts: PlacedPart[] = []
}

/**
 * Takes in the batches of an index, in groups. While one group is taken in here, another thread
 * takes in the next if enough waits. Parts become searchable in the order of the feed.
 */
export class BatchIntake {
  readonly #target: IntakeTarget
  readonly #bounds: GroupBounds
  /** The groups that are not entirely searchable, oldest first. */
  #groups: Group[] = []
  /** The group that is being taken in here. */
  #here: Group | undefined
  #isRunning = false
  #isElsewhere = false
  #isClosed = false
  #waitingBytes = 0
  #given: FeedPlace
  readonly #finished: (() => void)[] = []

  constructor(target: IntakeTarget, start: FeedPlace, bounds: GroupBounds) {
    this.#target = target
    this.#given = start
    this.#bounds = bounds
  }

  /** The place up to which the feed was given. */
  get given(): FeedPlace {
    return this.#given
  }

  /** The bytes of images that are not taken in yet. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** The bytes of parts that are not searchable yet, and of those that another thread is making. */
  get memoryBytes(): number {
    let bytes = 0
    for (const { parts, remote } of this.#groups) {
      bytes += remote?.memoryBytes ?? 0
      for (const { part } of parts) bytes += part.content?.length ?? 0
    }
    return bytes
  }

  /** Resolves when the batch is taken in. */
  give({ images, position, note }: GivenBatch): Promise<void> {
    if (this.#isClosed) return Promise.reject(closedError())
    const before = this.#given
    const place = { position: Math.max(before.position, position), note: note ?? before.note }
    this.#given = place
    return new Promise((resolve, reject) => {
      const group = this.#groupFor(images)
      group.batches.push({ images, place, isTaken: false, resolve, reject })
      group.images += images.count
      group.bytes += bytesOf(images)
      this.#waitingBytes += bytesOf(images)
      if (images.packed !== undefined) group.remote?.add(images.packed)
      if (group.images >= this.#bounds.images || group.bytes >= this.#bounds.bytes) {
        this.#close(group)
      }
      this.#share()
      this.#start()
    })
  }

  /** Everything given so far becomes searchable as soon as it is taken in. */
  endGroup(): void {
    const last = this.#groups.at(-1)
    if (last === undefined) return
    this.#close(last)
    this.#start()
  }

  /** Resolves when everything given so far is searchable. */
  async finished(): Promise<void> {
    this.endGroup()
    const last = this.#groups.at(-1)
    while (last !== undefined && this.#groups.includes(last)) {
      await new Promise<void>((resolve) => this.#finished.push(resolve))
    }
    if (this.#isClosed) throw closedError()
  }

  /** What is not searchable is lost. */
  close(): void {
    this.#isClosed = true
    for (const { batches, remote } of this.#groups) {
      remote?.stop()
      for (const { isTaken, reject } of batches) if (!isTaken) reject(closedError())
    }
    this.#groups = []
    this.#tellFinished()
  }

  #groupFor(images: GivenImages): Group {
    const last = this.#groups.at(-1)
    const canTake = last?.remote === undefined || images.packed !== undefined
    if (last !== undefined && !last.isClosed && canTake) return last
    if (last !== undefined) this.#close(last)
    const group = new Group()
    this.#groups.push(group)
    return group
  }

  #close(group: Group): void {
    if (group.isClosed) return
    group.isClosed = true
    group.remote?.finish()
  }

  /** While a group is taken in here, gives the next one that has not begun to another thread. */
  #share(): void {
    if (this.#isElsewhere || this.#here === undefined) return
    const group = this.#groups.find(({ hasBegun }) => !hasBegun)
    if (group === undefined || group.batches.some(({ images }) => images.packed === undefined)) {
      return
    }
    const remote = this.#target.elsewhere()
    if (remote === undefined) return
    this.#isElsewhere = true
    group.hasBegun = true
    group.remote = remote
    void this.#takeElsewhere(group, remote)
  }

  async #takeElsewhere(group: Group, remote: RemoteParts): Promise<void> {
    let told = 0
    remote.onTaken(() => {
      const waiting = group.batches[told++]
      if (waiting !== undefined) this.#tookIn(waiting)
    })
    for (const { images } of group.batches) {
      if (images.packed !== undefined) remote.add(images.packed)
    }
    if (group.isClosed) remote.finish()
    try {
      const made = await remote.done
      const place = group.batches.at(-1)?.place
      const last = made.length - 1
      group.parts = made.map((part, number) => ({
        part,
        place: number === last ? place : undefined,
      }))
      group.isDone = true
    } catch {
      // The images are still here, so they are taken in here.
      group.isClosed = true
    }
    group.remote = undefined
    this.#isElsewhere = false
    if (this.#isClosed) return
    this.#settle(() => this.#deliver())
    this.#share()
    this.#start()
  }

  #start(): void {
    if (this.#isRunning || this.#isClosed) return
    this.#isRunning = true
    void this.#run()
  }

  async #run(): Promise<void> {
    try {
      for (let group = this.#next(); group !== undefined; group = this.#next()) {
        await this.#step(group)
        // Lets answers, timers and merges run in between.
        if (this.#next() !== undefined) await letOthersGoFirst()
        if (this.#isClosed) break
      }
    } catch (error) {
      this.#target.failed(error)
    } finally {
      this.#isRunning = false
    }
  }

  /** The oldest group that has work to be done here. */
  #next(): Group | undefined {
    const group = this.#groups.find((one) => one.remote === undefined && !one.isDone)
    if (group === undefined || (group !== this.#groups[0] && this.#isFarAhead())) return undefined
    return group.isClosed || group.taken < group.batches.length ? group : undefined
  }

  /** Whether so many parts wait for an older one that taking in should pause. */
  #isFarAhead(): boolean {
    let parts = 0
    for (const group of this.#groups) parts += group.parts.length
    return parts >= PARTS_AHEAD_MAX
  }

  async #step(group: Group): Promise<void> {
    if (this.#here !== group) this.#cut()
    this.#here = group
    group.hasBegun = true
    const waiting = group.batches[group.taken]
    if (waiting === undefined) {
      this.#cut()
      group.isDone = true
      this.#here = undefined
      this.#deliver()
      return
    }
    this.#share()
    const isEnough = await this.#take(waiting)
    group.taken += 1
    group.place = waiting.place
    this.#tookIn(waiting)
    if (isEnough) this.#cut()
    if (group.taken < FORGET_AT) return
    group.batches.splice(0, group.taken)
    group.taken = 0
  }

  async #take(waiting: Waiting): Promise<boolean> {
    try {
      return await this.#target.take(waiting.images)
    } catch (error) {
      waiting.reject(error)
      throw error
    }
  }

  #tookIn(waiting: Waiting): void {
    if (waiting.isTaken) return
    waiting.isTaken = true
    this.#waitingBytes -= bytesOf(waiting.images)
    waiting.resolve()
  }

  /** Makes a part of what was taken in here; it is searchable once everything before it is. */
  #cut(): void {
    const group = this.#here
    if (group === undefined || this.#isClosed) return
    group.parts.push({ part: this.#target.takePart(), place: group.place })
    this.#deliver()
  }

  #deliver(): void {
    for (let first = this.#groups[0]; first !== undefined; first = this.#groups[0]) {
      const { parts } = first
      first.parts = []
      for (const placed of parts) this.#target.adopt(placed)
      if (!first.isDone) break
      this.#groups.shift()
    }
    this.#tellFinished()
  }

  #settle(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#target.failed(error)
    }
  }

  #tellFinished(): void {
    for (const tell of this.#finished.splice(0)) tell()
  }
}

/** The parts that may wait for another thread. */
const PARTS_AHEAD_MAX = 4
/** Finished batches are dropped this many at a time. */
const FORGET_AT = 16

function bytesOf({ packed }: GivenImages): number {
  return packed?.length ?? 0
}

function closedError(): Error {
  return new Error('the index is closed')
}
