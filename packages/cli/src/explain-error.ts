/** Errors that the user can correct, by name, because the modules of their classes may not be loaded. */
const EXIT_CODES: Readonly<Record<string, number>> = {
  ConfigurationError: 2,
  UseError: 2,
  UsageError: 2,
  PracticeError: 2,
  SeedError: 2,
  S3LocationError: 2,
  TransferError: 1,
  RotationError: 1,
  RotationLockedError: 1,
  StartError: 1,
  ObjectStoreError: 1,
  DataFolderError: 1,
  StoreDamagedError: 1,
  InstanceRefusal: 1,
  BackupError: 1,
  LogMissingError: 1,
  StoreAheadOfLogError: 1,
  StoreBehindLogError: 1,
  LogDamagedError: 1,
  LogVersionError: 1,
}

/** Explains in one line what the user can correct. Any other error is a bug and is shown with its stack. */
export function explainError(error: unknown): {
  readonly text: string
  readonly exitCode: number
} {
  if (!(error instanceof Error)) return { text: String(error), exitCode: 1 }
  const exitCode = EXIT_CODES[error.name]
  if (exitCode !== undefined) return { text: error.message, exitCode }
  if (isOfFile(error)) return { text: explainFile(error), exitCode: 1 }
  // Reads name no path.
  if ('code' in error && error.code === 'EISDIR')
    return { text: 'a folder was given in the place of a file', exitCode: 1 }
  const addon = explainAddon(error)
  if (addon !== undefined) return { text: addon, exitCode: 1 }
  return { text: error.stack ?? error.message, exitCode: 1 }
}

/** An error of the file system with a path, such as ENOTDIR or EACCES. */
const isOfFile = (error: Error): error is NodeJS.ErrnoException & { readonly path: string } =>
  'code' in error && 'syscall' in error && 'path' in error && typeof error.path === 'string'

/** The system has several codes for a file in place of a folder. */
const explainFile = ({ code, syscall, path, message }: NodeJS.ErrnoException): string => {
  const isMade = syscall === 'mkdir'
  if (isMade ? code === 'EEXIST' : syscall === 'scandir' && code === 'ENOTDIR')
    return `${path} is a file, not a folder`
  return isMade && code === 'ENOTDIR' ? `a part of ${path} is a file, not a folder` : message
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
