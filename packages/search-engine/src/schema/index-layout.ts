/** A search index's schema, made ready for building and searching segments. */
export interface IndexLayout {
  readonly rows: LevelLayout
  /** Every field by full dotted name, containers excluded. */
  readonly fields: ReadonlyMap<string, FieldLayout>
  /** Every nested container by full dotted path. */
  readonly levels: ReadonlyMap<string, LevelLayout>
  /** The columns that a reply from the index alone shows, ascending. */
  readonly storedColumns: readonly string[]
  readonly sort: readonly IndexSort[]
}

export interface LevelLayout {
  readonly path: string
  readonly parent: string | undefined
  readonly fields: readonly FieldLayout[]
  readonly children: readonly LevelLayout[]
}

export interface FieldLayout {
  /** Full dotted name. */
  readonly name: string
  /** The path of its level: empty for fields of rows. */
  readonly level: string
  /** Its place in `LevelLayout.fields`. */
  readonly number: number
  readonly type: LeafType
  readonly isIndexed: boolean
  readonly hasColumn: boolean
  readonly isArray: boolean
  readonly highlights: boolean
  /** The table's column that it reads: another one for a virtual field. */
  readonly sourceColumn: string
  readonly isVirtual: boolean
  readonly analyzer: AnalyzerChoice | undefined
  readonly dateFormats: readonly string[]
  readonly vector: { readonly dimension: number; readonly metric: VectorMetric } | undefined
}

export type LeafType =
  | 'LONG'
  | 'DOUBLE'
  | 'BOOLEAN'
  | 'KEYWORD'
  | 'FUZZY_KEYWORD'
  | 'TEXT'
  | 'DATE'
  | 'GEO_POINT'
  | 'IP'
  | 'VECTOR'

export type VectorMetric = 'EUCLIDEAN' | 'COSINE' | 'DOT_PRODUCT'

export type AnalyzerChoice =
  | { readonly name: 'single_word'; readonly caseSensitive: boolean; readonly delimitWord: boolean }
  | {
      readonly name: 'split'
      readonly delimiter: string | undefined
      readonly caseSensitive: boolean
    }
  | { readonly name: 'min_word' | 'max_word' }
  | {
      readonly name: 'fuzzy'
      readonly minChars: number
      readonly maxChars: number
      readonly caseSensitive: boolean
    }

export type IndexSort =
  | { readonly kind: 'primaryKey'; readonly isDescending: boolean }
  | {
      readonly kind: 'field'
      readonly field: string
      readonly isDescending: boolean
      readonly mode: 'MIN' | 'MAX' | 'AVG' | undefined
    }
