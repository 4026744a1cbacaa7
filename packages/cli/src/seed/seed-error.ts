/** What is wrong with a seed file, or keeps it from being loaded, for the person who wrote it. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
}
