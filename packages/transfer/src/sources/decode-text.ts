import { TextDecoder } from 'node:util'
import { TransferError } from '../errors.js'

/** Decodes bytes that arrive in pieces. Throws TransferError for bytes that are invalid in the encoding. */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  encoding: string,
  path: string,
): AsyncGenerator<string, void, undefined> {
  const decoder = decoderOf(encoding)
  let isUtf16 = false
  const decode = (piece?: Buffer): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
    } catch {
      const other = isUtf16 ? 'utf-16le' : 'gb18030'
      const hint = decoder.encoding === 'utf-8' ? `: try --encoding ${other}` : ''
      throw new TransferError(`${path} is not in ${decoder.encoding}${hint}`)
    }
  }
  let isFirst = true
  for await (const piece of bytes) {
    // The byte order mark of UTF-16.
    if (isFirst) isUtf16 = piece[0] === 0xff && piece[1] === 0xfe
    isFirst = false
    yield decode(piece)
  }
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
