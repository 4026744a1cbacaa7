import type { Finding, TextFile } from './repository.js'

const PACKAGES = [
  'platform',
  'store',
  'protocol',
  'engine',
  'search-engine',
  'search',
  'server',
  'client',
  'practices',
  'transfer',
  'rotation',
  'snippets',
  'requests',
  'shell',
  'object-store-s3',
  'demos',
  'console-gate',
  'console',
  'cli',
]
const IN_EVERY_PACKAGE = new Set(['index.ts', 'limits.ts', 'errors.ts', 'main.ts'])
const OPERATIONS = 'packages/protocol/src/operations/'

/** Two things never share a file name. The codec and the function of one operation are one thing. */
export function findSharedFileNames(files: readonly TextFile[]): Finding[] {
  const sources = files.filter(isSource)
  const operations = new Set(
    sources.filter(({ path }) => path.startsWith(OPERATIONS)).map(({ path }) => nameOf(path)),
  )
  const firsts = new Map<string, string>()
  const findings: Finding[] = []
  for (const { path } of sources) {
    const name = nameOf(path)
    if (IN_EVERY_PACKAGE.has(name) || operations.has(name)) continue
    const first = firsts.get(name)
    if (first === undefined) firsts.set(name, path)
    else findings.push({ path, line: 0, message: `shares its name with ${first}` })
  }
  return findings
}

const isSource = ({ path }: TextFile): boolean =>
  /\.tsx?$/.test(path) &&
  !/\.(test|d)\.tsx?$/.test(path) &&
  PACKAGES.some((name) => path.startsWith(`packages/${name}/`))

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
