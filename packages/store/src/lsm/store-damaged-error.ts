import { DataFolderError } from '../folder/data-folder-error.js'

/** A file of the store is not as it was written. */
export class StoreDamagedError extends DataFolderError {
  constructor(path: string, reason: string) {
    super('damaged', `The file ${path} of the store is damaged: ${reason}. Restore a backup.`)
    this.name = 'StoreDamagedError'
  }
}
