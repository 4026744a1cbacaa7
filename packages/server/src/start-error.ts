/** Thrown when the server cannot start, with one line for the operator. */
export class StartError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartError'
  }
}

/** Explains an error of listening in plain words; undefined for any other error. */
export function explainListenError(
  error: unknown,
  host: string,
  port: number,
): StartError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`port ${port} on ${host} is in use`)
    case 'EACCES':
      return new StartError(`port ${port} on ${host} needs more rights than this user has`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`${host} is no address of this machine`)
    default:
      return undefined
  }
}
