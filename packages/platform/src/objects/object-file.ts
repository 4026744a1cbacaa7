import type { FileHandle } from '../files.js'
import type { ObjectStore } from './object-store.js'

/**
 * Makes an object readable as a file. With `shift` it is a part of the file: the byte at `shift` of the
 * file is the first one of the object.
 */
export function objectFile(
  objects: ObjectStore,
  name: string,
  bytes: number,
  shift = 0,
): FileHandle {
  const refuse = (): Promise<never> => Promise.reject(new Error('an object is only read here'))
  return {
    read: async (position, length, into) => {
      const found = await objects.get(name, { offset: position - shift, length })
      if (into === undefined) return found
      found.copy(into)
      return into.subarray(0, found.length)
    },
    size: async () => shift + bytes,
    write: refuse,
    writeSynced: refuse,
    truncate: refuse,
    datasync: refuse,
    close: async () => {},
  }
}
