import { PlainBufferWriter } from '@rowhouse/protocol'
import { engineLimits } from '../../limits.js'

/**
 * Memory in which pages of ranges are put together, used again: made afresh for every page, it would count as
 * memory that waits for a collection, and force whole collections many times a second.
 */
export class PageWriters {
  readonly #free: PlainBufferWriter[] = []
  readonly #lent = new WeakMap<Buffer, PlainBufferWriter>()

  /** An empty writer; a page that fails may just forget it. */
  take(capacity: number): PlainBufferWriter {
    const writer = this.#free.pop()
    if (writer === undefined) return new PlainBufferWriter(capacity)
    writer.reset()
    return writer
  }

  /** The page in the memory of its writer. It may be kept for ever, or given back once it is copied. */
  finish(writer: PlainBufferWriter): Buffer {
    const page = writer.view()
    this.#lent.set(page, writer)
    return page
  }

  /** Nobody looks at the page any more. Other buffers are left alone, and so is a page given back before. */
  giveBack(page: Buffer): void {
    const writer = this.#lent.get(page)
    if (writer === undefined) return
    this.#lent.delete(page)
    if (writer.memoryBytes > engineLimits.PAGE_WRITER_KEPT_BYTES) return
    if (this.#free.length < engineLimits.PAGE_WRITERS_KEPT) this.#free.push(writer)
  }
}
