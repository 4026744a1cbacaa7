/** True for the error of an import of a package that is not installed. */
export const isMissingPackage = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(name)
