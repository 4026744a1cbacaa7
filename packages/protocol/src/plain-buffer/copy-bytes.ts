/** Up to this many bytes, a loop is faster than a call into the runtime (60 ns). */
const LOOP_BYTES_MAX = 40

/** Copies source[start, end) to `at` in the target. */
export function copyBytes(
  source: Buffer,
  start: number,
  end: number,
  target: Buffer,
  at: number,
): void {
  if (end - start > LOOP_BYTES_MAX) {
    source.copy(target, at, start, end)
    return
  }
  const shift = at - start
  for (let i = start; i < end; i++) target[i + shift] = source[i] ?? 0
}
