import type { Highlight } from '@rowhouse/protocol'
import { type Code, group } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { object, text } from './node-values.js'

export const highlight = ({ encoder, parameters }: Highlight): Code =>
  object({
    highlightEncoder: `TableStore.HighlightEncoder.${encoder}_MODE`,
    highlightParameters: group(
      '[',
      parameters.map((given) =>
        object({
          fieldName: quoted(given.fieldName),
          numberOfFragments: text(given.numberOfFragments),
          fragmentSize: String(given.fragmentSize),
          preTag: quoted(given.preTag),
          postTag: quoted(given.postTag),
          fragmentsOrder: `TableStore.HighlightFragmentOrder.${given.fragmentsOrder}`,
        }),
      ),
      ']',
    ),
  })
