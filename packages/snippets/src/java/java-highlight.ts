import type { Highlight } from '@rowhouse/protocol'
import { type Code, chain } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { call, present } from './java-values.js'

export const highlight = ({ encoder, parameters }: Highlight): Code =>
  chain('Highlight.newBuilder()', [
    call('highlightEncoder', [`HighlightEncoder.${encoder}`]),
    ...parameters.map((given) =>
      call('addFieldHighlightParam', [
        quoted(given.fieldName),
        chain('HighlightParameter.newBuilder()', [
          ...present('numberOfFragments', given.numberOfFragments?.toString()),
          call('fragmentSize', [String(given.fragmentSize)]),
          call('preTag', [quoted(given.preTag)]),
          call('postTag', [quoted(given.postTag)]),
          call('highlightFragmentOrder', [`HighlightFragmentOrder.${given.fragmentsOrder}`]),
          '.build()',
        ]),
      ]),
    ),
    '.build()',
  ])
