import type { KeyColumn } from '@rowhouse/snippets'

/** The columns of a key with their types. */
export const KeyParts = ({ columns }: { columns: readonly KeyColumn[] }) =>
  columns.map(({ name, type }) => (
    <span key={name} className="key-part">
      <code>{name}</code> <small>{type.toLowerCase()}</small>
    </span>
  ))
