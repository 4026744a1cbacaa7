import type { Analyzer } from './analyzer.js'
import type { Tokens } from './tokens.js'
import { addNext, createWalkingAnalyzer } from './walking-analyzer.js'

/** Cuts a run of Han characters into tokens. */
export type CutHan = (tokens: Tokens, start: number, end: number) => void

/** Cuts letters and digits as usual, and Han characters with a dictionary. */
export const createHanAnalyzer = (onHan: CutHan): Analyzer =>
  createWalkingAnalyzer({ delimitWord: false, onToken: addNext, onHan })
