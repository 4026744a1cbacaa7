import type { Key } from '@rowhouse/snippets'
import { textOf } from './value-text.js'

/** A key in one line. */
export const KeyText = ({ value }: { value: Key }) =>
  value.map(({ name, value: part }) => (
    <span key={name} className="key-part">
      <code>{name}</code>{' '}
      <bdi>{typeof part === 'object' && 'mark' in part ? part.mark : textOf(part)}</bdi>
    </span>
  ))
