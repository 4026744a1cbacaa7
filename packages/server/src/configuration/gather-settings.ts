import { readFileSync } from 'node:fs'
import { brokenJsonLine, lineAt } from './broken-json-line.js'
import { ConfigurationError } from './configuration-error.js'
import {
  type SettingName,
  type Settings,
  isSettingName,
  optionOf,
  settingNames,
  settings,
  variableOf,
} from './settings.js'

export interface SettingSources {
  /** By setting name; absent or undefined when not given. */
  readonly options: Readonly<Record<string, unknown>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The path given with `--config`. The environment variable ROWHOUSE_CONFIG works too. */
  readonly configFile: string | undefined
}

interface Given {
  readonly value: unknown
  /** Where the person wrote it: an option, a variable or a member of a file. */
  readonly source: string
}

/** Options win over the environment, the environment over the config file, the file over the defaults. */
export function gatherSettings(sources: SettingSources): Settings {
  const given = new Map<string, Given>()
  const file = sources.configFile ?? sources.environment['ROWHOUSE_CONFIG']
  if (file !== undefined && file !== '') gatherFile(file, given)
  for (const name of settingNames) gatherSetting(name, sources, given)
  const values = Object.fromEntries([...given].map(([name, { value }]) => [name, value]))
  const result = settings.safeParse(values)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const name = String(issue?.path[0] ?? '')
  const source = given.get(name)?.source ?? name
  const secret = name === 'accessKey'
  const shown = secret ? '' : `, not '${String(given.get(name)?.value)}'`
  throw new ConfigurationError(`${source} ${issue?.message ?? 'is wrong'}${shown}`)
}

function gatherSetting(
  name: SettingName,
  sources: SettingSources,
  given: Map<string, Given>,
): void {
  const variable = variableOf(name)
  const inEnvironment = sources.environment[variable]
  // Shells and compose files leave a variable out by making it empty.
  if (inEnvironment !== undefined && inEnvironment !== '') {
    given.set(name, { value: inEnvironment, source: variable })
  }
  const option = sources.options[name]
  if (option !== undefined) given.set(name, { value: option, source: optionOf(name) })
}

function gatherFile(file: string, given: Map<string, Given>): void {
  const text = readFile(file)
  const contents = parseFile(file, text)
  if (typeof contents !== 'object' || contents === null || Array.isArray(contents)) {
    throw new ConfigurationError(`config file ${file} must hold a JSON object`)
  }
  for (const [name, value] of Object.entries(contents)) {
    const line = lineAt(text, Math.max(text.indexOf(JSON.stringify(name)), 0))
    if (!isSettingName(name)) {
      throw new ConfigurationError(
        `config file ${file} has an unknown setting '${name}' on line ${line}`,
      )
    }
    given.set(name, { value, source: `'${name}' on line ${line} of config file ${file}` })
  }
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigurationError(`config file ${file} cannot be read`)
  }
}

function parseFile(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigurationError(
      `config file ${file} stops being JSON on line ${brokenJsonLine(text) ?? 1}`,
    )
  }
}

/** Environment variables with our prefix that are not settings, probably because of typing errors. */
export const strangeVariables = (environment: SettingSources['environment']): string[] => {
  const known = new Set(['ROWHOUSE_CONFIG', ...settingNames.map(variableOf)])
  return Object.keys(environment).filter((name) => name.startsWith('ROWHOUSE_') && !known.has(name))
}
