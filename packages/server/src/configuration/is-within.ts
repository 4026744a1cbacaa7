import { relative, resolve } from 'node:path'

/** Whether a folder is another one, or lies in it. */
export const isWithin = (folder: string, other: string): boolean =>
  !relative(resolve(other), resolve(folder)).startsWith('..')
