import { TextDecoder } from 'node:util'
import { TransferError } from '../errors.js'

/** Decodes bytes that arrive in pieces. Throws TransferError for bytes that are invalid in the encoding. */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  encoding: string,
  path: string,
): AsyncGenerator<string, void, undefined> {
  const decoder = decoderOf(encoding)
  const decode = (piece?: Buffer): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
    } catch {
      const hint = decoder.encoding === 'utf-8' ? ': try --encoding gb18030' : ''
      throw new TransferError(`${path} is not in ${decoder.encoding}${hint}`)
    }
  }
  for await (const piece of bytes) yield decode(piece)
  const rest = decode()
  if (rest !== '') yield rest
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new TransferError(`no encoding is called ${encoding}`)
  }
}
