import type { Command } from 'commander'
import { groupCommand } from '../shell/one-shot.js'

export const createCommand = (): Command =>
  groupCommand('table', 'Create, list, show, change and drop tables and secondary indexes.', {
    list: 'list',
    create: 'create',
    desc: 'desc',
    alter: 'alter',
    drop: 'drop',
    splits: 'get_splits',
    'create-index': 'create_index',
    'drop-index': 'drop_index',
  })
