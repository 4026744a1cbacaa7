import { readSync } from 'node:fs'

/**
 * Reads, and waits, from a file that another thread of this process has open (`descriptor` of its handle).
 * Answers how many bytes there were: fewer only at the end of the file.
 */
export function readDescriptor(descriptor: number, target: Buffer, position: number): number {
  let filled = 0
  while (filled < target.length) {
    const length = target.length - filled
    const count = readSync(descriptor, target, filled, length, position + filled)
    if (count === 0) break
    filled += count
  }
  return filled
}
