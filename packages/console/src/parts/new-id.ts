const BYTES = 16

/** A name that nothing else has. Also where the browser has no randomUUID: over http from another machine. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
