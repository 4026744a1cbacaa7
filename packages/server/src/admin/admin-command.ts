import { z } from 'zod/mini'
import { indexCommand } from './index-command.js'
import { instanceCommand } from './instance-command.js'

/** Everything that commands on this machine ask of a running server. */
export const adminCommand = z.union([instanceCommand, indexCommand])
export type AdminCommand = z.output<typeof adminCommand>
