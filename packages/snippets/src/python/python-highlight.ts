import type { Highlight } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { call, list, named, option } from './python-values.js'

export const highlight = ({ encoder, parameters }: Highlight): Code =>
  call('Highlight', [
    list(
      parameters.map((given) =>
        call('HighlightParameter', [
          quoted(given.fieldName),
          option('number_of_fragments', given.numberOfFragments),
          option('fragment_size', given.fragmentSize),
          named('pre_tag', quoted(given.preTag)),
          named('post_tag', quoted(given.postTag)),
          named('fragments_order', `HighlightFragmentOrder.${given.fragmentsOrder}`),
        ]),
      ),
    ),
    `HighlightEncoder.${encoder}_MODE`,
  ])
