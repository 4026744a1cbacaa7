import type { Highlight } from '@rowhouse/protocol'
import { type Code, dotted } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'

export const highlight = ({ encoder, parameters }: Highlight): Code =>
  dotted('search.NewHighlight()', [
    `SetHighlightEncoder(search.${encoder === 'PLAIN' ? 'PlainMode' : 'HtmlMode'})`,
    ...parameters.map((given) => ({
      open: `AddFieldHighlightParameter(${quoted(given.fieldName)}, `,
      items: [
        dotted('search.NewHighlightParameter()', [
          ...(given.numberOfFragments === undefined
            ? []
            : [`SetNumberOfFragments(${given.numberOfFragments})`]),
          `SetFragmentSize(${given.fragmentSize})`,
          `SetPreTag(${quoted(given.preTag)})`,
          `SetPostTag(${quoted(given.postTag)})`,
          `SetHighlightFragmentOrder(search.${FRAGMENT_ORDERS[given.fragmentsOrder]})`,
        ]),
      ],
      close: ')',
    })),
  ])

const FRAGMENT_ORDERS = { TEXT_SEQUENCE: 'TextSequence', SCORE: 'Score' } as const
