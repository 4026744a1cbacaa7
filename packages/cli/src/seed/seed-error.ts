/** An error in a seed file, or why it cannot be loaded. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
}
