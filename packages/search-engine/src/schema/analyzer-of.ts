import type { Analyzer } from '../analyzers/analyzer.js'
import type { ChineseWords } from '../analyzers/chinese-words.js'
import { createFuzzyAnalyzer } from '../analyzers/fuzzy.js'
import { createMaxWordAnalyzer } from '../analyzers/max-word.js'
import { createMinWordAnalyzer } from '../analyzers/min-word.js'
import { createSingleWordAnalyzer } from '../analyzers/single-word.js'
import { createSplitAnalyzer } from '../analyzers/split.js'
import type { AnalyzerChoice } from './index-layout.js'

/** Makes each analyzer once; `words` is asked for only where a schema needs a dictionary. */
export function createAnalyzers(words: () => ChineseWords): (choice: AnalyzerChoice) => Analyzer {
  const made = new Map<string, Analyzer>()
  return (choice) => {
    const key = JSON.stringify(choice)
    const known = made.get(key)
    if (known !== undefined) return known
    const analyzer = createAnalyzer(choice, words)
    made.set(key, analyzer)
    return analyzer
  }
}

/** Whether a dictionary must be loaded first. */
export function needsWords(choice: AnalyzerChoice | undefined): boolean {
  return choice?.name === 'min_word' || choice?.name === 'max_word'
}

function createAnalyzer(choice: AnalyzerChoice, words: () => ChineseWords): Analyzer {
  switch (choice.name) {
    case 'single_word':
      return createSingleWordAnalyzer(choice)
    case 'split':
      return createSplitAnalyzer(choice)
    case 'fuzzy':
      return createFuzzyAnalyzer(choice)
    case 'min_word':
      return createMinWordAnalyzer(words())
    case 'max_word':
      return createMaxWordAnalyzer(words())
  }
}
