import { type DestinationStream, type Logger as PinoLogger, destination, pino } from 'pino'

export type Logger = PinoLogger
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

const STANDARD_ERROR = 2

/**
 * JSON lines on standard error. Standard output belongs to the ready line and to what commands print.
 * Should a secret ever come near a log call, its usual names are struck out.
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
