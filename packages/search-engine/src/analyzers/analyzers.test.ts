import { beforeAll, describe, expect, it } from 'vitest'
import { runCaseFile } from '../testing/cases/run-case-file.js'
import type { Analyzer } from './analyzer.js'
import { type ChineseWords, loadChineseWords } from './chinese-words.js'
import { createFuzzyAnalyzer } from './fuzzy.js'
import { createMaxWordAnalyzer } from './max-word.js'
import { createMinWordAnalyzer } from './min-word.js'
import { createSingleWordAnalyzer } from './single-word.js'
import { createSplitAnalyzer } from './split.js'
import { createTokens, termOf } from './tokens.js'

let words: ChineseWords
beforeAll(async () => {
  words = await loadChineseWords()
})

const analyzerOf = (name: string, options: Record<string, unknown>): Analyzer => {
  if (name === 'single_word') return createSingleWordAnalyzer(options)
  if (name === 'split') return createSplitAnalyzer(options)
  if (name === 'fuzzy') return createFuzzyAnalyzer(options)
  if (name === 'max_word') return createMaxWordAnalyzer(words)
  if (name === 'min_word') return createMinWordAnalyzer(words)
  throw new Error(`no analyzer ${name}`)
}

const tokensOf = (analyzer: Analyzer, text: string): string => {
  const tokens = createTokens()
  analyzer.analyze(text, tokens)
  return Array.from({ length: tokens.count }, (_, index) => {
    const at = `${tokens.positions[index]}:${tokens.starts[index]}-${tokens.ends[index]}`
    return `${termOf(tokens, index)}@${at}`
  }).join(' ')
}

const queryOf = (analyzer: Analyzer, text: string): string =>
  analyzer
    .analyzeQuery(text)
    .map(({ position, terms }) => {
      const parts = terms.map(({ term, offset }) => (offset === 0 ? term : `${term}+${offset}`))
      return `${parts.join('|')}@${position}`
    })
    .join(' ')

/** Runs `index single_word {"caseSensitive":true}` or `query ...`, then JSON texts, one per line. */
const run = ([head = '', ...texts]: readonly string[]): string => {
  const [, mode = '', name = '', options = '{}'] =
    /^(index|query) (\w+) ?(\{.*\})?$/.exec(head) ?? []
  const parsed: unknown = JSON.parse(options)
  if (typeof parsed !== 'object' || parsed === null) throw new Error(`not options: ${options}`)
  const analyzer = analyzerOf(name, { ...parsed })
  return texts
    .map((line) => {
      const text = String(JSON.parse(line))
      const shown = mode === 'index' ? tokensOf(analyzer, text) : queryOf(analyzer, text)
      return shown === '' ? '(no tokens)' : shown
    })
    .join('\n')
}

describe('analyzers', () => {
  it('tokenize texts as in the cases', () => runCaseFile('analyzers.txt', run))

  it.each(['single_word', 'split', 'fuzzy', 'max_word', 'min_word'])(
    '%s tokenizes 2 MB of any text, with tokens in order and inside the text',
    (name) => {
      const analyzer = analyzerOf(name, {})
      const tokens = createTokens()
      for (const piece of ['a', 'a ', '中', '中华人民共和国', '哈', '𠮷', '\ud842', '。', 'é3 ']) {
        const text = piece.repeat(2_000_000 / Buffer.byteLength(piece))
        analyzer.analyze(text, tokens)
        for (let index = 0; index < tokens.count; index++) {
          const start = tokens.starts[index] ?? 0
          const end = tokens.ends[index] ?? 0
          if (start >= end || end > text.length) expect([start, end]).toBe('inside the text')
          if (index > 0 && (tokens.positions[index - 1] ?? 0) > (tokens.positions[index] ?? 0))
            expect(index).toBe('in order')
        }
        if (name !== 'fuzzy' && /[\p{L}]/u.test(text[0] ?? '')) {
          const last = tokens.ends[tokens.count - 1] ?? 0
          expect(text.slice(last).trim()).toBe('')
        }
      }
    },
  )
})
