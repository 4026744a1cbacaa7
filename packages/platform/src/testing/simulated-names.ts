import { dirname } from 'node:path'
import type { SeededRandom } from './seeded-random.js'
import type { SimulatedInode } from './simulated-inode.js'

type NameChange =
  | { readonly kind: 'link'; readonly path: string; readonly inode: SimulatedInode }
  | { readonly kind: 'unlink'; readonly path: string; readonly inode: SimulatedInode }
  | {
      readonly kind: 'rename'
      readonly from: string
      readonly path: string
      readonly inode: SimulatedInode
    }

type Names = Map<string, SimulatedInode>

/** The entries of all folders, with the changes that no `syncDirectory` has covered yet. */
export class SimulatedNames {
  readonly #current: Names
  readonly #durable: Names
  readonly #identities = new WeakMap<SimulatedInode, string>()
  #unsynced: NameChange[] = []
  #identified = 0

  constructor(names: Names = new Map()) {
    this.#current = names
    this.#durable = new Map(names)
  }

  get(path: string): SimulatedInode | undefined {
    return this.#current.get(path)
  }

  paths(): Iterable<string> {
    return this.#current.keys()
  }

  identity(inode: SimulatedInode): string {
    const known = this.#identities.get(inode)
    if (known !== undefined) return known
    const identity = `${++this.#identified}`
    this.#identities.set(inode, identity)
    return identity
  }

  link(path: string, inode: SimulatedInode): void {
    this.#change({ kind: 'link', path, inode })
  }

  unlink(path: string, inode: SimulatedInode): void {
    this.#change({ kind: 'unlink', path, inode })
  }

  rename(from: string, path: string, inode: SimulatedInode): void {
    this.#change({ kind: 'rename', from, path, inode })
  }

  sync(folder: string): void {
    for (const change of this.#unsynced) {
      if (dirname(change.path) === folder) apply(this.#durable, change)
    }
    this.#unsynced = this.#unsynced.filter((change) => dirname(change.path) !== folder)
  }

  afterPowerCut(random: SeededRandom): SimulatedNames {
    const names = new Map(this.#durable)
    const keep = random.next()
    for (const change of this.#unsynced) {
      if (random.chance(keep)) apply(names, change)
    }
    for (const [path, inode] of names) names.set(path, inode.afterPowerCut(random))
    return new SimulatedNames(names)
  }

  #change(change: NameChange): void {
    apply(this.#current, change)
    this.#unsynced.push(change)
  }
}

/** A change has no effect when its precondition did not survive. */
function apply(names: Names, change: NameChange): void {
  if (change.kind === 'link') {
    names.set(change.path, change.inode)
  } else if (change.kind === 'unlink') {
    if (names.get(change.path) === change.inode) names.delete(change.path)
  } else if (names.get(change.from) === change.inode) {
    names.delete(change.from)
    names.set(change.path, change.inode)
  }
}
