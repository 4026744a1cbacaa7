import { type ChineseWords, loadChineseWords } from '../analyzers/chinese-words.js'
import type { Analyzer } from '../analyzers/analyzer.js'
import { createAnalyzers, needsWords } from '../schema/analyzer-of.js'
import type { AnalyzerChoice, IndexLayout } from '../schema/index-layout.js'

export type Analyzers = (choice: AnalyzerChoice) => Analyzer

/** The analyzers of one thread. */
export interface AnalyzerSource {
  /** Resolves when everything that the layout's fields need is loaded. */
  analyzersOf(layout: IndexLayout): Promise<Analyzers>
}

/** The dictionary is loaded once, for the first index that needs it. */
export function createAnalyzerSource(): AnalyzerSource {
  let loading: Promise<ChineseWords> | undefined
  let words: ChineseWords | undefined
  const analyzers = createAnalyzers(() => {
    if (words === undefined) throw new Error('an analyzer needs a dictionary that is not loaded')
    return words
  })
  return {
    async analyzersOf({ fields }) {
      if ([...fields.values()].some(({ analyzer }) => needsWords(analyzer))) {
        loading ??= loadChineseWords()
        words = await loading
      }
      return analyzers
    },
  }
}
