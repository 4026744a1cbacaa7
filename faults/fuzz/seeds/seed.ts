import type { Choices } from '../random.js'

/** Makes a valid request body. */
export type Seed = (random: Choices) => Buffer
