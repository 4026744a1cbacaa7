import type { Analyzer } from './analyzer.js'
import { isPair } from './characters.js'
import type { ChineseWords } from './chinese-words.js'
import { createHanAnalyzer } from './han-analyzer.js'
import type { Tokens } from './tokens.js'
import { addNext } from './walking-analyzer.js'

/**
 * The fewest words of the dictionary that leave the fewest characters over, none overlapping. Where two
 * choices are equal the longer word at the end wins: the service's example cuts 梨花茶 into 梨 and 花茶.
 */
export const createMinWordAnalyzer = (words: ChineseWords): Analyzer =>
  createHanAnalyzer((tokens, start, end) => addWords(words, tokens, start, end))

/** More than any number of words in a text: a character left over weighs more than all words. */
const SINGLE_COST = 2 ** 24

/**
 * The cheapest way to every place of the run, found from left to right: words come by where they
 * begin, so the way to a place is final when a word begins there.
 */
const addWords = (words: ChineseWords, tokens: Tokens, start: number, end: number): void => {
  const { text } = tokens
  const costs = new Float64Array(end - start + 1).fill(Number.POSITIVE_INFINITY)
  const origins = new Uint32Array(end - start + 1)
  costs[0] = 0
  const offer = (from: number, to: number, cost: number): void => {
    const total = (costs[from] ?? 0) + cost
    if (total >= (costs[to] ?? 0)) return
    costs[to] = total
    origins[to] = from
  }
  let settled = 0
  // Offers the single characters from here to there, each after all the words that begin before it.
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
  for (let end = origins.length - 1; end > 0; end = origins[end] ?? 0) ends.push(end)
  let from = 0
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    addNext(tokens, start + from, start + end)
    from = end
  }
}
