/**
 * Demand is halved after this many turns; at 64, searches of the past kept out those of the
 * present.
 */
const HALF_TURNS = 16
/** The first estimate of the share of a section that a search in parts reads. */
const SHARE_AT_FIRST = 1 / 16

/**
 * The recent demand for a section: the number of searches that used it, with older ones counting
 * less, each weighted by the share of the section that it read. That is what would be read again,
 * per byte, if the section were not kept.
 */
export class SectionDemand {
  /** The demand up to the previous turn. */
  #past = 0
  #turn = 0
  /** The demand of this turn, up to 1. */
  #wanted = 0
  /** The mean share that searches in parts read, as learnt from reads of pieces. */
  #share = SHARE_AT_FIRST
  #hasPieces = false
  #isInParts = false

  /**
   * The demand without the current search, so that a request does not raise the value of its own
   * section.
   */
  before(turn: number): number {
    if (turn === this.#turn) return this.#past
    return (this.#past + this.#wanted) * 0.5 ** ((turn - this.#turn) / HALF_TURNS)
  }

  /** A search that asked for parts and got the whole section adds nothing. */
  wantAll(turn: number): void {
    this.#enter(turn)
    if (!this.#isInParts) this.#wanted = 1
  }

  wantParts(turn: number): void {
    this.#enter(turn)
    this.#isInParts = true
    this.#wanted = Math.max(this.#wanted, this.#share)
  }

  /** Adds the demand for one of so many pieces. */
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
