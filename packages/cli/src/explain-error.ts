import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { ExitCode } from './exit-codes.js'

const { FOUND, WRONG_USE, FAILED } = ExitCode

/** Errors that are told in one line, by name, because the modules of their classes may not be loaded. */
const EXIT_CODES: Readonly<Record<string, ExitCode>> = {
  ConfigurationError: WRONG_USE,
  UseError: WRONG_USE,
  UsageError: WRONG_USE,
  PracticeError: WRONG_USE,
  SeedError: WRONG_USE,
  S3LocationError: WRONG_USE,
  TransferError: WRONG_USE,
  TransferFailure: FAILED,
  RowsError: FOUND,
  ShellError: FAILED,
  CallError: FAILED,
  RotationError: FAILED,
  RotationLockedError: FAILED,
  StartError: FAILED,
  ObjectStoreError: FAILED,
  DataFolderError: FAILED,
  StoreDamagedError: FAILED,
  InstanceRefusal: FAILED,
  BackupError: FAILED,
  LogMissingError: FAILED,
  StoreAheadOfLogError: FAILED,
  StoreBehindLogError: FAILED,
  LogDamagedError: FAILED,
  LogVersionError: FAILED,
}

/** Explains in one line what the user can correct. Any other error is a bug and is shown with its stack. */
export function explainError(error: unknown): {
  readonly text: string
  readonly exitCode: ExitCode
} {
  if (!(error instanceof Error)) return { text: String(error), exitCode: FAILED }
  const exitCode = EXIT_CODES[error.name]
  if (exitCode !== undefined) return { text: textOf(error), exitCode }
  if (isOfFile(error)) return explainFile(error)
  // Reads name no path.
  if ('code' in error && error.code === 'EISDIR')
    return { text: 'a folder was given in the place of a file', exitCode: WRONG_USE }
  const addon = explainAddon(error)
  if (addon !== undefined) return { text: addon, exitCode: FAILED }
  return { text: error.stack ?? error.message, exitCode: FAILED }
}

/** The service's refusals have a code, and an id under which the server's log has the request. */
function textOf(error: Error): string {
  if (error.name !== 'CallError' || !('code' in error)) return error.message
  const request =
    'requestId' in error && typeof error.requestId === 'string'
      ? ` (request ${error.requestId})`
      : ''
  return `${String(error.code)}: ${error.message}${request}`
}

/** An error of the file system with a path, such as ENOTDIR or EACCES. */
const isOfFile = (error: Error): error is NodeJS.ErrnoException & { readonly path: string } =>
  'code' in error && 'syscall' in error && 'path' in error && typeof error.path === 'string'

/** What is wrong with a path is wrong use; what the disk or the system lacks is a failure. */
function explainFile(error: NodeJS.ErrnoException & { readonly path: string }) {
  const { code, syscall, path, message } = error
  const isMade = syscall === 'mkdir'
  const wrong = (text: string) => ({ text, exitCode: WRONG_USE })
  switch (code) {
    case 'ENOENT': {
      const folder = dirname(path)
      return wrong(existsSync(folder) ? `there is no file ${path}` : `there is no folder ${folder}`)
    }
    case 'EEXIST':
      return wrong(isMade ? `${path} is a file, not a folder` : message)
    case 'ENOTDIR':
      return wrong(
        syscall === 'scandir'
          ? `${path} is a file, not a folder`
          : `a part of ${path} is a file, not a folder`,
      )
    case 'EISDIR':
      return wrong(`${path} is a folder, not a file`)
    case 'EACCES':
    case 'EPERM':
      return wrong(`this user may not use ${path}`)
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return wrong(message)
    case 'ENOSPC':
      return { text: `the disk of ${path} is full`, exitCode: FAILED }
    default:
      return { text: message, exitCode: FAILED }
  }
}

/** The native part of RocksDB may need a library that the system lacks. */
const explainAddon = (error: Error): string | undefined => {
  if (!('code' in error)) return undefined
  if (error.code === 'ADDON_NOT_FOUND')
    return `the package rocksdb-native has nothing for this system (${process.platform} on ${process.arch})`
  if (error.code !== 'CANNOT_LOAD') return undefined
  const cause = error.cause instanceof Error ? error.cause.message : error.message
  const [reason = cause] = cause.split('\n', 1)
  const hint = reason.includes('libatomic')
    ? 'install libatomic1 (Debian, Ubuntu) or libatomic (Fedora)'
    : 'see "Install" in docs/operations.md'
  return `the native part of RocksDB cannot be loaded: ${reason}; ${hint}`
}
