import { optional, repeated, required } from '../fields.js'
import { bounded, type MessageCodec, mapped, message } from '../message.js'
import { double, embedded, int32, string } from '../wire.js'

export interface HighlightField {
  readonly fieldName: string
  readonly fragments: readonly string[]
}

/** What a hit has besides its columns: a row, or a child row among the inner hits. */
export interface SearchHit {
  readonly score: number | undefined
  readonly highlight: readonly HighlightField[] | undefined
  readonly innerHits: readonly SearchInnerHit[]
  /** The position of a child row in its array. */
  readonly nestedDocOffset: number | undefined
}

export interface SearchInnerHit {
  readonly path: string
  readonly hits: readonly SearchHit[]
}

const highlightField: MessageCodec<HighlightField> = message({
  fieldName: required(1, string, 'highlight_field.field_name'),
  fragments: repeated(2, string),
})

const highlightForm: MessageCodec<{ readonly fields: readonly HighlightField[] }> = message({
  fields: repeated(1, embedded(highlightField)),
})

const highlightResult: MessageCodec<readonly HighlightField[]> = mapped(
  highlightForm,
  ({ fields }) => fields,
  (fields) => ({ fields }),
)

const self: MessageCodec<SearchHit> = {
  read: (reader, scope) => searchHit.read(reader, scope),
  write: (writer, value) => searchHit.write(writer, value),
}

const searchInnerHit: MessageCodec<SearchInnerHit> = message({
  path: required(1, string, 'search_inner_hit.path'),
  hits: repeated(2, embedded(self)),
})

const form: MessageCodec<SearchHit> = message({
  score: optional(3, double),
  highlight: optional(4, embedded(highlightResult)),
  innerHits: repeated(5, embedded(searchInnerHit)),
  nestedDocOffset: optional(6, int32),
})

export const searchHit: MessageCodec<SearchHit> = bounded('innerHits', form)
