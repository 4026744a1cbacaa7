/** Thrown for a wrong setting, with one line for the person who wrote it. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigurationError'
  }
}
