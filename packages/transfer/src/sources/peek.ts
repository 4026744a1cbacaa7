/** Reads the first items of a source; returns them, and the whole source including them. */
export async function peek<T>(
  source: AsyncGenerator<readonly T[], void, undefined>,
  items: number,
): Promise<{
  readonly first: readonly T[]
  readonly whole: AsyncGenerator<readonly T[], void, undefined>
}> {
  const pieces: (readonly T[])[] = []
  let count = 0
  while (count < items) {
    const next = await source.next()
    if (next.done === true) break
    pieces.push(next.value)
    count += next.value.length
  }
  async function* whole(): AsyncGenerator<readonly T[], void, undefined> {
    try {
      yield* pieces
      yield* source
    } finally {
      await source.return()
    }
  }
  return { first: pieces.flat().slice(0, items), whole: whole() }
}
