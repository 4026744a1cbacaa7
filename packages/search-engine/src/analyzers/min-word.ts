import { outOfRange } from '@rowhouse/platform'
import type { Analyzer } from './analyzer.js'
import { isPair } from './characters.js'
import type { ChineseWords } from './chinese-words.js'
import { createHanAnalyzer } from './han-analyzer.js'
import type { Tokens } from './tokens.js'
import { addNext } from './walking-analyzer.js'

/**
 * Makes tokens of words that do not overlap: those that leave the fewest single characters, and of these
 * the fewest words. Of equal choices the one with the longer word at the end wins: the service's example
 * cuts 梨花茶 into 梨 and 花茶.
 */
export const createMinWordAnalyzer = (words: ChineseWords): Analyzer =>
  createHanAnalyzer((tokens, start, end) => addWords(words, tokens, start, end))

/** Greater than any number of words in a text, so that one single character costs more than all words. */
const SINGLE_COST = 2 ** 24

/**
 * Finds the cheapest way to every place of the run from left to right. Words are ordered by their
 * beginning, so the way to a place is final when a word begins there.
 */
const addWords = (words: ChineseWords, tokens: Tokens, start: number, end: number): void => {
  const { text } = tokens
  const costs = new Float64Array(end - start + 1).fill(Number.POSITIVE_INFINITY)
  const origins = new Uint32Array(end - start + 1)
  costs[0] = 0
  const offer = (from: number, to: number, cost: number): void => {
    const total = (costs[from] ?? outOfRange()) + cost
    if (total >= (costs[to] ?? outOfRange())) return
    costs[to] = total
    origins[to] = from
  }
  let settled = 0
  // Offers each single character before `to`, after all words that begin before that character.
  const settle = (to: number): void => {
    while (settled < to) {
      const next = settled + (isPair(text, start + settled) ? 2 : 1)
      offer(settled, next, SINGLE_COST)
      settled = next
    }
  }
  words.eachWord(text, start, end, (from, to) => {
    settle(from - start)
    offer(from - start, to - start, 1)
  })
  settle(end - start)
  addWay(tokens, origins, start)
}

const addWay = (tokens: Tokens, origins: Uint32Array, start: number): void => {
  const ends: number[] = []
  for (let end = origins.length - 1; end > 0; end = origins[end] ?? outOfRange()) ends.push(end)
  let from = 0
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    addNext(tokens, start + from, start + end)
    from = end
  }
}
