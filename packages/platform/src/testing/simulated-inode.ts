import { GrowableBytes } from './growable-bytes.js'
import type { SeededRandom } from './seeded-random.js'

type Change =
  | { readonly kind: 'write'; readonly data: Buffer; readonly position: number }
  | { readonly kind: 'truncate'; readonly length: number }

const SECTOR_BYTES = 512

/** A file as a power cut sees it: the bytes on the disk, and the changes that may or may not reach it. */
export class SimulatedInode {
  readonly #current: GrowableBytes
  readonly #durable: GrowableBytes
  #unsynced: Change[] = []
  /** How many changes have left `#unsynced` since the file was made. */
  #settled = 0

  constructor(content: GrowableBytes = new GrowableBytes()) {
    this.#current = content
    this.#durable = content.copy()
  }

  get length(): number {
    return this.#current.length
  }

  read(position: number, length: number): Buffer {
    return this.#current.read(position, length)
  }

  write(data: Buffer, position: number): void {
    this.#change({ kind: 'write', data: Buffer.from(data), position })
  }

  truncate(length: number): void {
    this.#change({ kind: 'truncate', length })
  }

  /** Marks the changes made so far, for a sync that will resolve later. */
  mark(): number {
    return this.#settled + this.#unsynced.length
  }

  /** Puts the changes up to the mark on the disk. */
  sync(mark: number): void {
    for (const change of this.#take(mark)) apply(this.#durable, change)
  }

  /** Puts those of the changes up to the mark that touch these bytes on the disk, and no others. */
  syncRange(mark: number, start: number, end: number): void {
    const others: Change[] = []
    for (const change of this.#take(mark)) {
      if (touches(change, start, end)) apply(this.#durable, change)
      else others.push(change)
    }
    this.#unsynced.unshift(...others)
    this.#settled -= others.length
  }

  /**
   * The changes up to the mark may still be read. Chance decides, for good, which of them reach the disk.
   */
  failSync(mark: number, random: SeededRandom): void {
    survive(this.#durable, this.#take(mark), random)
  }

  afterPowerCut(random: SeededRandom): SimulatedInode {
    const content = this.#durable.copy()
    survive(content, this.#unsynced, random)
    return new SimulatedInode(content)
  }

  #change(change: Change): void {
    apply(this.#current, change)
    this.#unsynced.push(change)
  }

  #take(mark: number): Change[] {
    const taken = this.#unsynced.splice(0, Math.max(0, mark - this.#settled))
    this.#settled += taken.length
    return taken
  }
}

function touches(change: Change, start: number, end: number): boolean {
  if (change.kind === 'truncate') return true
  return change.position < end && change.position + change.data.length > start
}

function apply(content: GrowableBytes, change: Change): void {
  if (change.kind === 'write') content.write(change.data, change.position)
  else content.truncate(change.length)
}

/** Applies what a disk may have kept of changes that were never synced. */
function survive(content: GrowableBytes, changes: readonly Change[], random: SeededRandom): void {
  const order = random.chance(0.5) ? changes : random.shuffled(changes)
  const keep = random.next()
  for (const change of order) {
    if (!random.chance(keep)) continue
    if (change.kind === 'truncate' || random.chance(0.4)) apply(content, change)
    else tear(content, change.data, change.position, random)
  }
}

function tear(content: GrowableBytes, data: Buffer, position: number, random: SeededRandom): void {
  const cut = random.below(data.length + 1)
  const shape = random.below(3)
  if (shape === 0) content.write(data.subarray(0, cut), position)
  else if (shape === 1) content.write(data.subarray(cut), position + cut)
  else keepSomeSectors(content, data, position, random)
}

function keepSomeSectors(
  content: GrowableBytes,
  data: Buffer,
  position: number,
  random: SeededRandom,
): void {
  for (let start = 0; start < data.length; ) {
    const end = Math.min(data.length, start + SECTOR_BYTES - ((position + start) % SECTOR_BYTES))
    if (random.chance(0.5)) content.write(data.subarray(start, end), position + start)
    start = end
  }
}
