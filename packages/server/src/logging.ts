import { type DestinationStream, type Logger as PinoLogger, destination, pino } from 'pino'

export type Logger = PinoLogger
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

const STANDARD_ERROR = 2

/**
 * Writes JSON lines to standard error. Standard output belongs to the ready line and to the results of
 * commands. Values under the usual names of secrets are redacted, in case one is logged by mistake.
 */
export function createLogger(level: LogLevel, stream?: DestinationStream): Logger {
  return pino(
    {
      name: 'rowhouse',
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: { paths: ['secret', 'stsToken', '*.secret', '*.stsToken'], censor: '[secret]' },
    },
    stream ?? destination({ fd: STANDARD_ERROR, sync: true }),
  )
}
