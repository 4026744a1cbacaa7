import dynalite from 'dynalite'
import { announcePort } from './listening-port.js'

/** dynalite on the folder named by the first argument; in memory without one. */
function serveDynalite(): void {
  const path = process.argv[2]
  announcePort(dynalite({ createTableMs: 0, ...(path === undefined ? {} : { path }) }))
  process.on('disconnect', () => process.exit())
}

serveDynalite()
