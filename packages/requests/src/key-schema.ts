import type { DescribeTableReply } from '@rowhouse/protocol'
import type { KeyColumn } from '@rowhouse/snippets'

/** The key of a table from the service's description. */
export const keySchemaOf = ({ tableMeta }: DescribeTableReply): KeyColumn[] =>
  tableMeta.primaryKey.map(({ name, type, autoIncrement }) => {
    if (typeof type !== 'string') throw new TypeError(`${name} has a type that is not known`)
    return { name, type, isAuto: autoIncrement }
  })
