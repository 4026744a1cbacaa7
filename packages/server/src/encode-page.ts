import type { WorkTurns } from '@rowhouse/platform'
import type { OperationCodec, PageReply } from '@rowhouse/protocol'
import { serverLimits } from './limits.js'

/** Encodes a reply with a page of rows. Large pages are copied into it in turns with other long work. */
export async function encodePage<Request, Reply extends PageReply>(
  codec: OperationCodec<Request, Reply>,
  reply: Reply,
  turns: WorkTurns,
): Promise<Buffer> {
  const { rows } = reply
  if (rows.length <= serverLimits.REPLY_PIECE_BYTES) return codec.encodeReply(reply)
  let place: Buffer = Buffer.alloc(0)
  const copyLater = (given: Buffer): void => {
    place = given
  }
  const body = codec.encodeReply({ ...reply, copyLater })
  let at = 0
  await turns.large.run(() => {
    const end = Math.min(at + serverLimits.REPLY_PIECE_BYTES, rows.length)
    rows.copy(place, at, at, end)
    at = end
    return at === rows.length
  })
  reply.encoded?.()
  return body
}
