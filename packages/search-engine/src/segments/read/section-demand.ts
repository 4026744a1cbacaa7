/** After so many turns what was wanted counts half; with 64 the searches of before kept out those of now. */
const HALF_TURNS = 16
/** Until more is known, who wants parts of a section is taken to look at so much of it. */
const SHARE_AT_FIRST = 1 / 16

/**
 * How much of a section searches have wanted lately: how many they were, those of long ago less, each by
 * the share of the section that it looked at. So much would have to be read again for each byte that is
 * not kept.
 */
export class SectionDemand {
  /** Until the turn before. */
  #past = 0
  #turn = 0
  /** Of this turn, up to 1. */
  #wanted = 0
  /** What searches look at that want parts of it, as far as is known from reading pieces. */
  #share = SHARE_AT_FIRST
  #hasPieces = false
  #isInParts = false

  /** Without the search that goes on, so that nothing is worth more for being asked for just now. */
  before(turn: number): number {
    if (turn === this.#turn) return this.#past
    return (this.#past + this.#wanted) * 0.5 ** ((turn - this.#turn) / HALF_TURNS)
  }

  /** By the same search that asked for parts and got all of it, this tells nothing more. */
  wantAll(turn: number): void {
    this.#enter(turn)
    if (!this.#isInParts) this.#wanted = 1
  }

  wantParts(turn: number): void {
    this.#enter(turn)
    this.#isInParts = true
    this.#wanted = Math.max(this.#wanted, this.#share)
  }

  /** One of so many. */
  wantPiece(turn: number, pieces: number): void {
    this.#enter(turn)
    this.#hasPieces = true
    this.#wanted = Math.min(1, this.#wanted + 1 / pieces)
  }

  #enter(turn: number): void {
    if (turn === this.#turn) return
    if (this.#hasPieces) this.#share = (this.#share + this.#wanted) / 2
    this.#past = this.before(turn)
    this.#turn = turn
    this.#wanted = 0
    this.#hasPieces = false
    this.#isInParts = false
  }
}
