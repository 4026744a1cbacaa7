import { dirname } from 'node:path'

/** Thrown when a data folder cannot be opened; the text is for the operator. */
export class DataFolderError extends Error {
  readonly reason:
    | 'in use'
    | 'newer'
    | 'older'
    | 'damaged'
    | 'not ours'
    | 'other store'
    | 'no space'
    | 'lacks package'

  constructor(reason: DataFolderError['reason'], message: string) {
    super(message)
    this.name = 'DataFolderError'
    this.reason = reason
  }

  static inUse(directory: string, holder: number | undefined): DataFolderError {
    const by = holder === undefined ? 'another process' : `process ${holder}`
    return new DataFolderError('in use', `The data folder ${directory} is in use by ${by}.`)
  }

  static newer(directory: string, format: number, known: number): DataFolderError {
    return new DataFolderError(
      'newer',
      `The data folder ${directory} has format ${format}, written by a newer version of Rowhouse; this version knows formats up to ${known}.`,
    )
  }

  static older(directory: string, format: number, known: number): DataFolderError {
    return new DataFolderError(
      'older',
      `The data folder ${directory} has format ${format}; this version needs format ${known}. Back it up, then run: rowhouse migrate ${directory}`,
    )
  }

  static otherStore(directory: string, found: string, wanted: string): DataFolderError {
    return new DataFolderError(
      'other store',
      `The store in ${directory} is of kind ${found}, not ${wanted}. Start without --store=${wanted}, or run: rowhouse migrate-store ${dirname(directory)} --to ${wanted}`,
    )
  }
}
