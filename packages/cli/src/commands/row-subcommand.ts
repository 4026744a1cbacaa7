import type { Command } from 'commander'
import { groupCommand } from '../shell/one-shot.js'

export const createCommand = (): Command =>
  groupCommand('row', 'Write and read rows.', {
    put: 'put',
    get: 'get',
    update: 'update',
    delete: 'del',
    scan: 'scan',
  })
