import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { isPair } from './characters.js'

/**
 * Lists the words of the dictionary in a run of Chinese characters in the order of their beginnings,
 * shorter ones first. Single characters are left out.
 */
export interface ChineseWords {
  readonly eachWord: (text: string, start: number, end: number, onWord: OnWord) => void
}

export type OnWord = (start: number, end: number) => void

/** The library answers a string for each word, so it gets long runs in parts, to bound their number. */
const PART_UNITS = 2048
/** No word of the dictionary is longer. */
const WORD_UNITS_MAX = 16

/** Loads the dictionary, which takes each thread a quarter of a second and 38 MB. */
export const loadChineseWords = async (): Promise<ChineseWords> => {
  const { Jieba } = await import('@node-rs/jieba')
  // The module that exports the dictionary would keep 6 MB of word frequencies in memory as well.
  const manifest = createRequire(import.meta.url).resolve('@node-rs/jieba/package.json')
  const jieba = Jieba.withDict(await readFile(join(dirname(manifest), 'dict.txt')))
  return { eachWord: (...run) => eachWordBy((part) => jieba.cutAll(part), ...run) }
}

export const eachWordBy = (
  cutAll: (part: string) => readonly string[],
  ...[text, start, end, onWord]: Parameters<ChineseWords['eachWord']>
): void => {
  let from = start
  while (from < end) {
    const cut = Math.min(from + PART_UNITS, end)
    const to = cut < end && isPair(text, cut - 1) ? cut - 1 : cut
    const part = text.slice(from, Math.min(to + WORD_UNITS_MAX, end))
    placeWords(part, cutAll(part), from, to, onWord)
    from = to
  }
}

/**
 * The library tells which words it found, not where. They are ordered by their beginning and then by
 * length, so a word that is not longer than the one before, or does not match there, begins further on.
 */
const placeWords = (
  part: string,
  words: readonly string[],
  from: number,
  to: number,
  onWord: OnWord,
): void => {
  let at = 0
  let length = 0
  for (const word of words) {
    if (word.length <= length || !part.startsWith(word, at)) {
      at++
      while (at < part.length && !part.startsWith(word, at)) at++
    }
    if (from + at >= to) return
    length = word.length
    if (length > (isPair(part, at) ? 2 : 1)) onWord(from + at, from + at + length)
  }
}
