export interface FoundVector {
  /** Number of the segment's view in the snapshot. */
  readonly view: number
  readonly document: number
  readonly score: number
}

/** Keeps the best of the offered vectors; of equal scores the first. */
export class BestVectors {
  private readonly capacity: number
  private kept: FoundVector[] = []
  private least = Number.NEGATIVE_INFINITY

  constructor(capacity: number) {
    this.capacity = capacity
  }

  offer(view: number, document: number, score: number): void {
    if (score <= this.least) return
    this.kept.push({ view, document, score })
    // Sorted in batches: a heap would move every candidate.
    if (this.kept.length >= this.capacity * 2) this.cut()
  }

  /** The kept vectors by segment and document. */
  take(): readonly FoundVector[] {
    this.cut()
    return this.kept.toSorted((a, b) => a.view - b.view || a.document - b.document)
  }

  private cut(): void {
    this.kept.sort((a, b) => b.score - a.score || a.view - b.view || a.document - b.document)
    this.kept = this.kept.slice(0, this.capacity)
    const last = this.kept[this.capacity - 1]
    if (last !== undefined) this.least = last.score
  }
}
