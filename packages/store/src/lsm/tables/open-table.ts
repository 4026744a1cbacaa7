import type { BlockCache, BlockFile } from '../blocks/block-cache.js'
import type { TopIndex } from './top-index.js'
import type { TableFacts } from './write-table.js'

/** What reads of a table share. */
export interface OpenTable extends BlockFile {
  readonly cache: BlockCache
  readonly top: TopIndex
  readonly facts: TableFacts
}
