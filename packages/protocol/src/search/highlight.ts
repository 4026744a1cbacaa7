import { errors } from '../errors/registry.js'
import { limits } from '../limits.js'
import { defaulted, optional, repeated, required } from './fields.js'
import { checked, type MessageCodec, message } from './message.js'
import { embedded, enumeration, int32, string } from './wire.js'

export interface HighlightParameter {
  readonly fieldName: string
  readonly numberOfFragments: number | undefined
  readonly fragmentSize: number
  readonly preTag: string
  readonly postTag: string
  readonly fragmentsOrder: 'TEXT_SEQUENCE' | 'SCORE'
}

export interface Highlight {
  readonly parameters: readonly HighlightParameter[]
  /** HTML escapes what is not a tag of the highlight. */
  readonly encoder: 'PLAIN' | 'HTML'
}

const FRAGMENT_SIZE_DEFAULT = 100
const order = enumeration('highlight_parameter.fragments_order', { TEXT_SEQUENCE: 1, SCORE: 2 })
const encoder = enumeration('highlight.highlight_encoder', { PLAIN: 1, HTML: 2 })

const highlightParameter: MessageCodec<HighlightParameter> = message({
  fieldName: required(1, string, 'highlight_parameter.field_name'),
  numberOfFragments: optional(2, int32),
  fragmentSize: defaulted(3, int32, FRAGMENT_SIZE_DEFAULT),
  preTag: defaulted(4, string, '<em>'),
  postTag: defaulted(5, string, '</em>'),
  fragmentsOrder: defaulted(6, order, 'TEXT_SEQUENCE'),
})

const form: MessageCodec<Highlight> = message({
  parameters: repeated(1, embedded(highlightParameter), {
    max: limits.SEARCH_HIGHLIGHT_FIELDS_MAX,
    name: 'highlight_parameters',
  }),
  encoder: defaulted(2, encoder, 'PLAIN'),
})

export const highlight = checked(form, ({ parameters }) => {
  let fragments = 0
  for (const { fieldName, numberOfFragments = 1, fragmentSize } of parameters) {
    if (numberOfFragments < 0 || fragmentSize < 0) {
      throw errors.invalidSearchParameter('highlight_parameter', fieldName)
    }
    fragments += numberOfFragments
  }
  const max = limits.SEARCH_HIGHLIGHT_FRAGMENTS_MAX
  if (fragments > max) throw errors.searchTooMany('fragments', max)
})
