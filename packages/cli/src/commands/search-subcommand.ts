import type { Command } from 'commander'
import { groupCommand } from '../shell/one-shot.js'

export const createCommand = (): Command =>
  groupCommand('search', 'Create, list, show and drop search indexes, and search with them.', {
    query: 'search',
    create: 'create_search_index',
    list: 'list_search_index',
    describe: 'describe_search_index',
    drop: 'drop_search_index',
  })
