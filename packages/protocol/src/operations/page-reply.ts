import type { ProtoWriter } from '../protobuf/proto-writer.js'

/** What all replies with a page of rows have. */
export interface PageReply {
  readonly rows: Buffer
  /** Called when the rows are copied into the encoded reply and their memory is free. */
  readonly encoded?: () => void
  /**
   * Gets the place of the rows in the encoded reply, to copy them there later: `encoded` is then not called.
   */
  readonly copyLater?: (place: Buffer) => void
}

export function writeRows(writer: ProtoWriter, field: number, reply: PageReply): void {
  if (reply.copyLater !== undefined) {
    reply.copyLater(writer.room(field, reply.rows.length))
    return
  }
  writer.bytes(field, reply.rows)
  reply.encoded?.()
}
