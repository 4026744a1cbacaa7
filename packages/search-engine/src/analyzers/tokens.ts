/**
 * The tokens of one text, in arrays that are reused for the next one, because a text of 2 MB has a million
 * tokens. A term is `text.slice(starts[i], ends[i])`. Offsets count UTF-16 units and hold for the original
 * text too, because folding case keeps the length.
 */
export interface Tokens {
  /** The text after case folding. */
  text: string
  count: number
  starts: Uint32Array
  ends: Uint32Array
  /** Positions for phrases. They never decrease, and several tokens may have the same one. */
  positions: Uint32Array
}

const FIRST_CAPACITY = 64

export const createTokens = (): Tokens => ({
  text: '',
  count: 0,
  starts: new Uint32Array(FIRST_CAPACITY),
  ends: new Uint32Array(FIRST_CAPACITY),
  positions: new Uint32Array(FIRST_CAPACITY),
})

export const clearTokens = (tokens: Tokens, text: string): void => {
  tokens.text = text
  tokens.count = 0
}

export const addToken = (tokens: Tokens, start: number, end: number, position: number): void => {
  const index = tokens.count
  if (index === tokens.starts.length) growTokens(tokens)
  tokens.starts[index] = start
  tokens.ends[index] = end
  tokens.positions[index] = position
  tokens.count = index + 1
}

/** Frees the memory of one long text, so that the usual texts take the usual memory again. */
export const shrinkTokens = (tokens: Tokens, capacityMax: number): void => {
  if (tokens.starts.length <= capacityMax) return
  Object.assign(tokens, createTokens())
}

export const termOf = (tokens: Tokens, index: number): string =>
  tokens.text.slice(tokens.starts[index], tokens.ends[index])

const growTokens = (tokens: Tokens): void => {
  tokens.starts = doubled(tokens.starts)
  tokens.ends = doubled(tokens.ends)
  tokens.positions = doubled(tokens.positions)
}

const doubled = (old: Uint32Array): Uint32Array => {
  const grown = new Uint32Array(old.length * 2)
  grown.set(old)
  return grown
}
