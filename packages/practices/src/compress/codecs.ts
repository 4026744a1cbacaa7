import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from 'node:zlib'

export interface Codec {
  readonly compress: (bytes: Uint8Array) => Buffer
  /** Throws before it allocates more than `bytesMax`. */
  readonly decompress: (bytes: Uint8Array, bytesMax: number) => Buffer
}

export type CodecName = 'gzip' | 'brotli' | 'none'

/** Codecs that every supported Node.js has. */
export const CODECS: Readonly<Record<CodecName, Codec>> = {
  gzip: {
    compress: (bytes) => gzipSync(bytes),
    decompress: (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength }),
  },
  brotli: {
    // The best quality takes a hundred times as long for a few percent.
    compress: (bytes) =>
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    decompress: (bytes, maxOutputLength) => brotliDecompressSync(bytes, { maxOutputLength }),
  },
  none: {
    compress: (bytes) => Buffer.from(bytes),
    decompress: (bytes) => Buffer.from(bytes),
  },
}

export const isCodecName = (name: string): name is CodecName => Object.hasOwn(CODECS, name)
