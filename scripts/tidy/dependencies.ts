import { z } from 'zod'
import { importsOf, packageOf } from './imports.js'
import { type Finding, type TextFile, isTest } from './repository.js'
import { parse } from './syntax.js'

/** The dependencies of the published program. A new one is a decision: docs/decisions.md. */
export const RUNTIME_ALLOWED: ReadonlySet<string> = new Set([
  '@aws-sdk/client-s3',
  '@codemirror/autocomplete',
  '@codemirror/commands',
  '@codemirror/lang-json',
  '@codemirror/language',
  '@codemirror/lint',
  '@codemirror/state',
  '@codemirror/view',
  '@lezer/highlight',
  '@mapbox/vector-tile',
  '@noble/hashes',
  '@node-rs/jieba',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'commander',
  'hyparquet',
  'hyparquet-compressors',
  'hyparquet-writer',
  'pbf',
  'pino',
  'pmtiles',
  'prom-client',
  're2js',
  'react',
  'react-dom',
  'rocksdb-native',
  'undici',
  'world-atlas',
  'wouter',
  'zod',
])

/** The dependencies that build, test and measure it. */
export const DEVELOPMENT_ALLOWED: ReadonlySet<string> = new Set([
  ...RUNTIME_ALLOWED,
  '@biomejs/biome',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  '@vitejs/plugin-react',
  'axe-core',
  'csv-parse',
  'dynalite',
  'fast-check',
  'mariadb',
  'oxlint',
  'oxlint-tsgolint',
  'playwright-core',
  'protobufjs',
  'rolldown',
  'tablestore',
  'typescript',
  'vite',
  'vitest',
])

const dependencies = z.record(z.string(), z.string()).default({})
const manifestShape = z.object({
  name: z.string(),
  private: z.boolean().default(false),
  version: z.string().optional(),
  dependencies,
  devDependencies: dependencies,
  peerDependencies: dependencies,
  optionalDependencies: dependencies,
})
export type Manifest = z.infer<typeof manifestShape>

export const readManifest = (file: TextFile): Manifest => manifestShape.parse(JSON.parse(file.text))

const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const isOurs = (name: string): boolean => name.startsWith('@rowhouse/')

/** Only known packages, each in one exact version. */
export const findBadDependencies = (file: TextFile): Finding[] => {
  const manifest = readManifest(file)
  const runtime = {
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  }
  return [
    ...check(file.path, runtime, RUNTIME_ALLOWED),
    ...check(
      file.path,
      manifest.devDependencies,
      isBundled(manifest) ? RUNTIME_ALLOWED : DEVELOPMENT_ALLOWED,
    ),
  ]
}

/** A published package is bundled, so its development dependencies become part of it. */
const isBundled = (manifest: Manifest): boolean => !manifest.private

const check = (
  path: string,
  wanted: Readonly<Record<string, string>>,
  allowed: ReadonlySet<string>,
): Finding[] =>
  Object.entries(wanted).flatMap(([name, version]) => {
    const findings: Finding[] = []
    if (!EXACT_VERSION.test(version)) {
      findings.push({ path, line: 0, message: `${name} "${version}" is no exact version` })
    }
    if (!isOurs(name) && !allowed.has(name)) {
      findings.push({ path, line: 0, message: `${name} is not on the list of dependencies` })
    }
    return findings
  })

/** A package may have only one version in the workspace. */
export const findVersionConflicts = (files: readonly TextFile[]): Finding[] => {
  const seen = new Map<string, { version: string; path: string }>()
  return files.flatMap((file) => {
    const manifest = readManifest(file)
    const all = {
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    }
    return Object.entries(all).flatMap(([name, version]) => {
      const first = seen.get(name)
      if (first === undefined) seen.set(name, { version, path: file.path })
      if (first === undefined || first.version === version) return []
      const message = `${name} ${version} here, ${first.version} in ${first.path}`
      return [{ path: file.path, line: 0, message }]
    })
  })
}

/**
 * Every imported module must be built in, the file's own package, or declared by its package or the root.
 */
export const findUndeclaredImports = (
  file: TextFile,
  own: Manifest,
  root: Manifest,
  syntax = parse(file),
): Finding[] => {
  const declared = new Set([
    ...Object.keys(own.dependencies),
    ...Object.keys(own.optionalDependencies),
    ...(isBundled(own) || needsNoDeclaration(file.path) ? Object.keys(own.devDependencies) : []),
    ...(needsNoDeclaration(file.path) ? Object.keys(root.devDependencies) : []),
  ])
  return importsOf(syntax).flatMap(({ specifier, line }) => {
    const name = packageOf(specifier)
    const isOwn = specifier.startsWith('.') || name === own.name
    // The root declares none of our packages, and scripts may use all of them.
    const isFree = specifier.startsWith('node:') || isOwn || (own === root && isOurs(name))
    if (isFree || declared.has(name)) return []
    return [{ path: file.path, line, message: `${name} is not declared for this file` }]
  })
}

/** These files are never published, so they may use development packages. */
const needsNoDeclaration = (path: string): boolean =>
  isTest(path) || /^(packages\/demos|bench|scripts)\/|\.config\.ts$/.test(path)
