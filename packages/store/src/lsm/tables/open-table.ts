import type { BlockCache } from '../blocks/block-cache.js'
import type { BlockFile } from '../blocks/block-reads.js'
import type { TopIndex } from './top-index.js'
import type { TableFacts } from './write-table.js'

/** What reads of a table share. */
export interface OpenTable extends BlockFile {
  readonly cache: BlockCache
  readonly top: TopIndex
  readonly facts: TableFacts
}
