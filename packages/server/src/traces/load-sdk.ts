import { loadOptional } from '../load-optional.js'

/** Versions that work together; later ones need a later Node.js. */
export const TRACE_PACKAGES: Readonly<Record<string, string>> = {
  '@opentelemetry/api': '1.9.1',
  '@opentelemetry/exporter-trace-otlp-http': '0.223.1',
  '@opentelemetry/resources': '2.12.1',
  '@opentelemetry/sdk-trace-base': '2.12.1',
}

/** The packages of OpenTelemetry. They are optional, so they may be missing. */
export interface TraceSdk {
  readonly api: typeof import('@opentelemetry/api')
  readonly exporter: typeof import('@opentelemetry/exporter-trace-otlp-http')
  readonly resources: typeof import('@opentelemetry/resources')
  readonly sdk: typeof import('@opentelemetry/sdk-trace-base')
}

export async function loadSdk(): Promise<TraceSdk> {
  const [api, exporter, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ])
  return { api, exporter, resources, sdk }
}

/** Loads the packages, or explains in one line which ones are wanted. */
export function loadSdkOrExplain(load: () => Promise<TraceSdk>): Promise<TraceSdk> {
  const names = Object.entries(TRACE_PACKAGES).map((parts) => parts.join('@'))
  return loadOptional(load, {
    name: '@opentelemetry/',
    advice: `--trace-to needs optional packages that are not installed: npm install ${names.join(' ')}`,
  })
}
