import { outOfRange } from '@rowhouse/platform'

/** An ascending walk over byte strings. */
export interface SortedCursor {
  /** False at the end. */
  next(): boolean
  /** The current string; a view that the next step may overwrite. */
  readonly bytes: Uint8Array
}

/**
 * Walks several cursors in the order of their strings; ties in the order of the cursors. `isSame` says
 * whether the string is that of the visit before.
 */
export const mergeSorted = <T extends SortedCursor>(
  cursors: readonly T[],
  visit: (cursor: T, input: number, isSame: boolean) => void,
): void => {
  const tree = beginTournament(cursors)
  let isSame = false
  while (tree.shared[tree.winner] !== OVER) {
    visit(cursors[tree.winner] ?? outOfRange(), tree.winner, isSame)
    isSame = nextWinner(cursors, tree)
  }
}

/** What a cursor shares that has ended: less than any string. */
const OVER = -1
const FIRST_CAPACITY = 64
const NOTHING: Uint8Array = new Uint8Array(0)

/**
 * A tournament of cursors. Of each it is known how many bytes its string shares with the one that it has
 * lost to, so that two strings are compared from there on, and not at all where these numbers differ:
 * neighbours in a dictionary begin alike.
 */
interface Tournament {
  /** By cursor: its string. */
  readonly strings: Uint8Array[]
  /** By cursor: the bytes shared with the string that it has lost to; of the winner, with the last winner. */
  readonly shared: Int32Array
  /** By inner node, the root being 1: the cursor that has lost there. The leaves are behind. */
  readonly losers: Uint32Array
  winner: number
  /** The string of the winner, which its cursor overwrites. */
  last: Uint8Array
  lastLength: number
}

function beginTournament(cursors: readonly SortedCursor[]): Tournament {
  let leaves = 1
  while (leaves < cursors.length) leaves *= 2
  const strings: Uint8Array[] = Array.from({ length: leaves }, () => NOTHING)
  const shared = new Int32Array(leaves).fill(OVER)
  for (const [input, cursor] of cursors.entries()) {
    if (!cursor.next()) continue
    strings[input] = cursor.bytes
    shared[input] = 0
  }
  const losers = new Uint32Array(leaves)
  const last: Uint8Array = new Uint8Array(FIRST_CAPACITY)
  const tree = { strings, shared, losers, winner: 0, last, lastLength: 0 }
  const play = (node: number): number => {
    if (node >= leaves) return node - leaves
    const [one, other] = [play(node * 2), play(node * 2 + 1)]
    const isOther = isBefore(tree, other, one)
    losers[node] = isOther ? one : other
    return isOther ? other : one
  }
  tree.winner = play(1)
  remember(tree, 0)
  return tree
}

/** Goes on behind the winner's string, and answers whether the next one is the same. */
function nextWinner(cursors: readonly SortedCursor[], tree: Tournament): boolean {
  const { strings, shared, losers } = tree
  let winner = tree.winner
  const cursor = cursors[winner] ?? outOfRange()
  if (cursor.next()) {
    strings[winner] = cursor.bytes
    shared[winner] = sharedWithLast(tree, cursor.bytes)
  } else shared[winner] = OVER
  for (let node = (losers.length + winner) >>> 1; node >= 1; node >>>= 1) {
    const other = losers[node] ?? outOfRange()
    if (!isBefore(tree, other, winner)) continue
    losers[node] = winner
    winner = other
  }
  tree.winner = winner
  const length = shared[winner] ?? outOfRange()
  const isSame = length === tree.lastLength && length === strings[winner]?.length
  if (!isSame) remember(tree, length)
  return isSame
}

/**
 * Both share what is known of them with the same string, which is not behind either. Records what the one
 * behind shares with the other.
 */
function isBefore({ strings, shared }: Tournament, one: number, other: number): boolean {
  let at = shared[one] ?? outOfRange()
  const sharedOther = shared[other] ?? outOfRange()
  if (at !== sharedOther) return at > sharedOther
  if (at === OVER) return false
  const a = strings[one] ?? outOfRange()
  const b = strings[other] ?? outOfRange()
  const end = Math.min(a.length, b.length)
  while (at < end && a[at] === b[at]) at++
  const isFirst =
    at < end
      ? (a[at] ?? outOfRange()) < (b[at] ?? outOfRange())
      : a.length < b.length || (a.length === b.length && one < other)
  shared[isFirst ? other : one] = at
  return isFirst
}

function sharedWithLast({ last, lastLength }: Tournament, string: Uint8Array): number {
  const end = Math.min(string.length, lastLength)
  let at = 0
  while (at < end && string[at] === last[at]) at++
  return at
}

/** `from`: the bytes that are the same as before. */
function remember(tree: Tournament, from: number): void {
  const string = tree.strings[tree.winner] ?? outOfRange()
  const { length } = string
  if (length > tree.last.length) {
    const grown = new Uint8Array(length * 2)
    grown.set(tree.last)
    tree.last = grown
  }
  const { last } = tree
  for (let at = Math.max(0, from); at < length; at++) last[at] = string[at] ?? outOfRange()
  tree.lastLength = length
}
