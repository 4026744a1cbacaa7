import { optional } from '../fields.js'
import { decodeMessage, encodeMessage, type MessageCodec, message } from '../message.js'
import { bool, int32, string } from '../wire.js'

export interface SingleWordParameter {
  readonly caseSensitive: boolean | undefined
  readonly delimitWord: boolean | undefined
}

export interface SplitParameter {
  readonly delimiter: string | undefined
  readonly caseSensitive: boolean | undefined
}

export interface FuzzyParameter {
  readonly minChars: number | undefined
  readonly maxChars: number | undefined
  readonly caseSensitive: boolean | undefined
}

/** The field's analyzer says which one it is; the other analyzers have no parameters. */
export type AnalyzerParameter =
  | ({ readonly kind: 'single_word' } & SingleWordParameter)
  | ({ readonly kind: 'split' } & SplitParameter)
  | ({ readonly kind: 'fuzzy' } & FuzzyParameter)

const singleWord: MessageCodec<SingleWordParameter> = message({
  caseSensitive: optional(1, bool),
  delimitWord: optional(2, bool),
})

const split: MessageCodec<SplitParameter> = message({
  delimiter: optional(1, string),
  caseSensitive: optional(2, bool),
})

const fuzzy: MessageCodec<FuzzyParameter> = message({
  minChars: optional(1, int32),
  maxChars: optional(2, int32),
  caseSensitive: optional(3, bool),
})

/** Undefined where the analyzer takes no parameters; the default analyzer is single_word. */
export function decodeAnalyzerParameter(
  analyzer: string | undefined,
  bytes: Buffer | undefined,
): AnalyzerParameter | undefined {
  if (bytes === undefined) return undefined
  switch (analyzer) {
    case undefined:
    case 'single_word':
      return { kind: 'single_word', ...decodeMessage(singleWord, bytes) }
    case 'split':
      return { kind: 'split', ...decodeMessage(split, bytes) }
    case 'fuzzy':
      return { kind: 'fuzzy', ...decodeMessage(fuzzy, bytes) }
    default:
      return undefined
  }
}

export function encodeAnalyzerParameter(
  parameter: AnalyzerParameter | undefined,
): Buffer | undefined {
  switch (parameter?.kind) {
    case 'single_word':
      return encodeMessage(singleWord, parameter)
    case 'split':
      return encodeMessage(split, parameter)
    case 'fuzzy':
      return encodeMessage(fuzzy, parameter)
    case undefined:
      return undefined
  }
}
