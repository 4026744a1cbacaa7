declare module 'dynalite' {
  import type { Server } from 'node:http'

  /** `path`: folder of the LevelDB store; in memory without one. */
  export default function dynalite(options: { path?: string; createTableMs?: number }): Server
}
