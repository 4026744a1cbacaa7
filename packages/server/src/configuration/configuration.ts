import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TlsIdentity } from '../door/tls-identity.js'
import { type AccessKey, isAccessKeyId, refuseInstanceName } from '../instances/instance.js'
import { ConfigurationError } from './configuration-error.js'
import { type SettingSources, gatherSettings, strangeVariables } from './gather-settings.js'
import { isBucket } from '../objects/open-objects.js'
import { isWithin } from './is-within.js'
import type { Settings } from './settings.js'

/**
 * Everything that a server needs to start: checked settings, the contents of their files, absolute paths.
 */
export interface Configuration extends Omit<Settings, 'instance' | 'accessKey' | 'accessKeyFile'> {
  readonly tls: TlsIdentity | undefined
  /** An instance that the server creates if it is missing, and a key that it sets if one is given. */
  readonly instance: { readonly name: string; readonly key: AccessKey | undefined } | undefined
  /** Set if the settings ask for traces, and not only the variable that all programs of a machine share. */
  readonly needsTraces: boolean
  /** Environment variables with our prefix that are not settings. */
  readonly strangeVariables: readonly string[]
}

export function readConfiguration(sources: SettingSources): Configuration {
  const settings = gatherSettings(sources)
  if (settings.doorThreads > 0 && process.platform === 'win32') {
    throw new ConfigurationError('--door-threads works on Linux and macOS only')
  }
  if (settings.doorThreads > 0 && settings.testControl) {
    throw new ConfigurationError('--test-control works without --door-threads only')
  }
  const { accessKey, accessKeyFile, instance, ...others } = settings
  return {
    ...others,
    data: resolve(settings.data),
    backupTo: readBackupTo(settings),
    needsTraces: settings.traceTo !== undefined,
    strangeVariables: strangeVariables(sources.environment),
    traceTo: settings.traceTo ?? otherTraceTo(sources.environment),
    tls: readTls(settings.tlsCertificate, settings.tlsKey),
    instance: readInstance({ instance, accessKey, accessKeyFile }, settings.ephemeral),
  }
}

/** The standard variable for the address of traces, as far as it can be used here. */
function otherTraceTo(environment: SettingSources['environment']): string | undefined {
  const url = environment['OTEL_EXPORTER_OTLP_ENDPOINT']
  return url === '' || isTracingOff(environment) ? undefined : url
}

const isTracingOff = (environment: SettingSources['environment']): boolean =>
  environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' ||
  environment['OTEL_TRACES_EXPORTER'] === 'none'

/** A backup inside of the data folder would be lost together with it. */
function readBackupTo({ backupTo, data, ephemeral }: Settings): string | undefined {
  if (backupTo === undefined) return undefined
  if (ephemeral) throw new ConfigurationError('--ephemeral has nothing to back up')
  if (isBucket(backupTo)) return backupTo
  const folder = resolve(backupTo)
  if (isWithin(folder, data))
    throw new ConfigurationError('--backup-to must be outside of the data folder')
  return folder
}

/** Reads the files of a certificate and its key, at the start and after a renewal. */
export function readTls(
  certificate: string | undefined,
  key: string | undefined,
): TlsIdentity | undefined {
  if (certificate === undefined && key === undefined) return undefined
  if (certificate === undefined || key === undefined) {
    throw new ConfigurationError('--tls-certificate and --tls-key must be given together')
  }
  return {
    certificate: readText(certificate, '--tls-certificate'),
    key: readText(key, '--tls-key'),
  }
}

function readInstance(
  settings: Pick<Settings, 'instance' | 'accessKey' | 'accessKeyFile'>,
  ephemeral: boolean,
): Configuration['instance'] {
  const { instance, accessKey, accessKeyFile } = settings
  if (accessKey !== undefined && accessKeyFile !== undefined) {
    throw new ConfigurationError('--access-key and --access-key-file exclude each other')
  }
  const text =
    accessKeyFile === undefined ? accessKey : readText(accessKeyFile, '--access-key-file').trim()
  if (instance === undefined) {
    if (text === undefined) return undefined
    throw new ConfigurationError('an access key needs --instance')
  }
  const refused = refuseInstanceName(instance)
  if (refused !== undefined) throw new ConfigurationError(refused)
  if (text === undefined && ephemeral) {
    throw new ConfigurationError('--ephemeral with --instance needs an access key')
  }
  const source =
    accessKeyFile === undefined ? 'the access key' : `the access key in ${accessKeyFile}`
  return { name: instance, key: text === undefined ? undefined : parseAccessKey(text, source) }
}

function parseAccessKey(text: string, source: string): AccessKey {
  const colon = text.indexOf(':')
  const id = text.slice(0, Math.max(colon, 0))
  const secret = text.slice(colon + 1)
  // The message does not repeat the text, because it may be the secret.
  if (!isAccessKeyId(id) || !/^[\x21-\x7e]+$/.test(secret)) {
    throw new ConfigurationError(`${source} must have the form ID:SECRET`)
  }
  return { id, secret, access: 'read-write', stsToken: undefined }
}

function readText(path: string, option: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new ConfigurationError(`${option} ${path} cannot be read`)
  }
}
