import { isMissingPackage } from '@rowhouse/platform'
import { StartError } from './start-error.js'

/** Loads packages that may be missing, and explains in one line what is to be done then. */
export async function loadOptional<T>(
  load: () => Promise<T>,
  { name, advice }: { readonly name: string; readonly advice: string },
): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw isMissingPackage(error, name) ? new StartError(advice) : error
  }
}
