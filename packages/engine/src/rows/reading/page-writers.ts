import { Gate } from '@rowhouse/platform'
import { PlainBufferWriter } from '@rowhouse/protocol'
import { engineLimits } from '../../limits.js'

/**
 * A pool of the memory in which pages of ranges are built. Memory allocated anew for every page would
 * count as garbage outside the heap, and force full garbage collections many times a second.
 */
export class PageWriters {
  /** Large pages pass it, so that the kept memory is enough for them and for their replies. */
  readonly largePages = new Gate(engineLimits.LARGE_PAGES_AT_ONCE)
  readonly #free: PlainBufferWriter[] = []
  readonly #lent = new WeakMap<Buffer, PlainBufferWriter>()

  /** An empty writer. It need not be returned when the page fails. */
  take(capacity: number): PlainBufferWriter {
    const writer = this.#free.pop()
    if (writer === undefined) return new PlainBufferWriter(capacity)
    writer.reset()
    return writer
  }

  /**
   * The page, in the memory of its writer. The caller may keep it for ever, or give it back once it is
   * copied.
   */
  finish(writer: PlainBufferWriter): Buffer {
    const page = writer.view()
    this.#lent.set(page, writer)
    return page
  }

  /**
   * Returns the memory of a page that nobody reads any more. Other buffers, and pages given back before,
   * are ignored.
   */
  giveBack(page: Buffer): void {
    const writer = this.#lent.get(page)
    if (writer === undefined) return
    this.#lent.delete(page)
    if (writer.memoryBytes > engineLimits.PAGE_WRITER_KEPT_BYTES) return
    if (this.#free.length < engineLimits.PAGE_WRITERS_KEPT) this.#free.push(writer)
  }
}
