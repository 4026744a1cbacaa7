import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A text file of the repository; the path is relative to the root, with forward slashes. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

/** A place that breaks a rule. */
export interface Finding {
  readonly path: string
  /** From 1; 0 when the finding is about the whole file. */
  readonly line: number
  readonly message: string
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Folders that tools or runs have made. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
  '.git',
  'bundle',
  'coverage',
  'dist',
  'fixtures',
  'node_modules',
])

/** What `npm start` keeps, and what benchmarks load, fetch and report. */
const DATA: ReadonlySet<string> = new Set(['bench/results', 'data', 'data-bench'])

const TEXT_FILE = /\.(tsx?|css|mjs|json|md|sh|txt|yml|yaml)$|\/(run|NOTICE|\.npmrc)$/

export const readRepository = (root: string = ROOT): TextFile[] => {
  const files: TextFile[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name) && !DATA.has(path)) visit(path)
      if (entry.isFile() && TEXT_FILE.test(`/${path}`)) {
        files.push({ path, text: readFileSync(join(root, path), 'utf8') })
      }
    }
  }
  visit('')
  return files
}

export const isTypeScript = (file: TextFile): boolean => /\.tsx?$/.test(file.path)
export const isCode = (file: TextFile): boolean => /\.(tsx?|mjs)$/.test(file.path)
export const isMarkdown = (file: TextFile): boolean => file.path.endsWith('.md')

/** Tests, and files that only tests use. */
export const isTest = (path: string): boolean =>
  /\.test\.tsx?$|\/testing\/|^conformance\/|^faults\//.test(path)

export const describeFinding = (finding: Finding): string =>
  `${finding.path}${finding.line === 0 ? '' : `:${finding.line}`} ${finding.message}`
