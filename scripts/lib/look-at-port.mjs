// It uses only Node.js built-ins, because it runs before anything is installed.
import { once } from 'node:events'
import { createServer } from 'node:net'

const DEFAULT = { host: '127.0.0.1', port: '8087' }

/** Why a server cannot listen on the port of these arguments, in one line; undefined when it can. */
export const lookAtPort = async (args, environment) => {
  const port = settingOf('port', args, environment)
  const host = settingOf('host', args, environment)
  // The server itself reads config files and reports invalid ports.
  if (port === undefined || host === undefined || !/^\d{1,5}$/.test(port)) return undefined
  const server = createServer()
  try {
    server.listen({ host, port: Number(port) })
    await once(server, 'listening')
    return undefined
  } catch (error) {
    if (error.code !== 'EADDRINUSE') return undefined
    return `port ${port} on ${host} is in use; npm start -- --port 9000 takes another one`
  } finally {
    server.close()
  }
}

const settingOf = (name, args, environment) => {
  const given =
    optionOf(`--${name}`, args) ?? (environment[`ROWHOUSE_${name.toUpperCase()}`] || undefined)
  if (given !== undefined) return given
  const hasFile = optionOf('--config', args) !== undefined || environment.ROWHOUSE_CONFIG
  return hasFile ? undefined : DEFAULT[name]
}

/** The value of `--port 1` or `--port=1`; the last one wins, as in the program. */
const optionOf = (option, args) => {
  const at = args.findLastIndex((arg) => arg === option || arg.startsWith(`${option}=`))
  if (at === -1) return undefined
  return args[at] === option ? args[at + 1] : args[at].slice(option.length + 1)
}
