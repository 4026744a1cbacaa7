import { z } from 'zod/mini'
import { backupCommand } from './backup-command.js'
import { billCommand } from './bill-command.js'
import { heatCommand } from './heat-command.js'
import { indexCommand } from './index-command.js'
import { instanceCommand } from './instance-command.js'
import { partitionCommand } from './partition-command.js'
import { testCommand } from './test-command.js'
import { throttleCommand } from './throttle-command.js'
import { watchCommand } from './watch-command.js'

/** Every command that a program on this machine may send to a running server. */
export const adminCommand = z.union([
  instanceCommand,
  indexCommand,
  backupCommand,
  partitionCommand,
  heatCommand,
  watchCommand,
  billCommand,
  throttleCommand,
  testCommand,
])
export type AdminCommand = z.output<typeof adminCommand>
