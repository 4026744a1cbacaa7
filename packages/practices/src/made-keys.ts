/** What makes keys of columns, without anything of Node.js: the console does it in the browser. */
export { prefixBy } from './hash/prefix-by.js'
export { PracticeError } from './practice-error.js'
export type { CharacterRange, Part, PartValue } from './splice/part.js'
export { createSplice } from './splice/splice.js'
