import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TablestoreError, errorCodes, errors } from '@rowhouse/protocol'
import { beforeAll, expect, test } from 'vitest'
import { findBannedSyntax } from './tidy/banned-syntax.js'
import {
  type Manifest,
  findBadDependencies,
  findUndeclaredImports,
  findVersionConflicts,
  readManifest,
} from './tidy/dependencies.js'
import { findUpwardImports } from './tidy/engine-floors.js'
import {
  ERRORS_PAGE,
  PLACEHOLDER,
  findSentLaterCodes,
  findUndocumentedCodes,
  findUndocumentedTexts,
  findUntestedCodes,
  laterCodes,
} from './tidy/error-codes.js'
import { findOddFileNames } from './tidy/file-names.js'
import { findForbiddenWords } from './tidy/forbidden-words.js'
import { findLongFunctions } from './tidy/function-length.js'
import { findWrongDirections } from './tidy/import-direction.js'
import {
  findDroppedPlatforms,
  findInstallScripts,
  findInstalledScripts,
  productionPackages,
} from './tidy/install-scripts.js'
import { findLongFiles, findLongLines } from './tidy/lengths.js'
import { findSilentErrors } from './tidy/internal-errors.js'
import { findBadTitles } from './tidy/markdown-titles.js'
import { findMissingPaths } from './tidy/named-paths.js'
import { findBadReadmes, findUnnamedFolders } from './tidy/package-readme.js'
import { findQuietDefaults } from './tidy/quiet-defaults.js'
import {
  type Finding,
  ROOT,
  type TextFile,
  describeFinding,
  isCode,
  isMarkdown,
  isTest,
  isTypeScript,
  readRepository,
} from './tidy/repository.js'
import { findBrokenSeams } from './tidy/seams.js'
import { findSharedFileNames } from './tidy/shared-file-names.js'
import { type Syntax, parse } from './tidy/syntax.js'
import { findUnfinishedWork } from './tidy/unfinished-work.js'
import { findUnusedLimits, isLimitsFile } from './tidy/unused-limits.js'

/** The rules of STYLE.md that a machine can check. */
const files = readRepository()
const code = files.filter(isCode)
const pages = files.filter(isMarkdown)
const manifests = files.filter((file) => /(^|\/)package\.json$/.test(file.path))

const fileAt = (path: string): TextFile => {
  const file = files.find((candidate) => candidate.path === path)
  if (file === undefined) throw new Error(`${path} is missing`)
  return file
}

const manifestOf = (file: TextFile, root: Manifest): Manifest => {
  const folder = /^(packages\/[\w-]+|bench|conformance|faults)\//.exec(file.path)?.[1]
  const manifest = files.find((candidate) => candidate.path === `${folder}/package.json`)
  return manifest === undefined ? root : readManifest(manifest)
}

const rootManifest = readManifest(fileAt('package.json'))

/** The rules that read the syntax of files, some of them of TypeScript alone. */
const syntaxRules = {
  longFunctions: findLongFunctions,
  unfinishedWork: findUnfinishedWork,
  wrongDirections: findWrongDirections,
  upwardImports: findUpwardImports,
  bannedSyntax: ofTypeScript(findBannedSyntax),
  silentErrors: ofTypeScript(findSilentErrors),
  quietDefaults: ofTypeScript(findQuietDefaults),
  brokenSeams: ofTypeScript(findBrokenSeams),
  undeclaredImports: ofTypeScript((file, syntax) =>
    findUndeclaredImports(file, manifestOf(file, rootManifest), rootManifest, syntax),
  ),
}

type SyntaxRule = (file: TextFile, syntax: Syntax) => Finding[]
type SyntaxRuleName = keyof typeof syntaxRules

function ofTypeScript(find: SyntaxRule): SyntaxRule {
  return (file, syntax) => (isTypeScript(file) ? find(file, syntax) : [])
}

let syntaxFindings: readonly { readonly rule: string; readonly found: readonly Finding[] }[] = []

/** Parsing takes most of the time, so each file is parsed once for all rules. */
beforeAll(() => {
  syntaxFindings = code.flatMap((file) => {
    const syntax = parse(file)
    return Object.entries(syntaxRules).map(([rule, find]) => ({ rule, found: find(file, syntax) }))
  })
})

const inSyntax = (name: SyntaxRuleName): readonly Finding[] =>
  syntaxFindings.flatMap(({ rule, found }) => (rule === name ? found : []))

const expectNone = (findings: readonly Finding[]): void =>
  expect(findings.map(describeFinding)).toEqual([])

test('the repository is read', () => {
  expect(code.length).toBeGreaterThan(50)
  expect(pages.length).toBeGreaterThan(5)
})

test('files are short', () => expectNone(code.flatMap(findLongFiles)))
test('lines are short', () => expectNone(code.flatMap(findLongLines)))
test('functions are short', () => expectNone(inSyntax('longFunctions')))
test('files are named in kebab-case', () => expectNone(code.flatMap(findOddFileNames)))
test('no two things share a file name', () => expectNone(findSharedFileNames(files)))
test('any, default exports, enums, mocked modules and state of the module do not occur', () =>
  expectNone(inSyntax('bannedSyntax')))
test('an internal error is made only where its cause is logged and counted', () =>
  expectNone(inSyntax('silentErrors')))
test('no default hides a missing element', () => expectNone(inSyntax('quietDefaults')))
test('what is left to do names an issue', () => expectNone(inSyntax('unfinishedWork')))
test('imports point only to packages that stand before', () =>
  expectNone(inSyntax('wrongDirections')))
test('imports within the engine point only to lower floors', () =>
  expectNone(inSyntax('upwardImports')))
test('the engine takes files, time and randomness from its seams', () =>
  expectNone(inSyntax('brokenSeams')))
test('nothing is of one machine only', () =>
  expectNone(files.filter((file) => file.path !== 'package-lock.json').flatMap(findForbiddenWords)))

test('dependencies are known, exact and of one version', () => {
  expectNone(manifests.flatMap(findBadDependencies))
  expectNone(findVersionConflicts(manifests))
})

test('every import is declared', () => expectNone(inSyntax('undeclaredImports')))

test('no package that is shipped runs code when it is installed', () => {
  const lock = fileAt('package-lock.json')
  expectNone(findInstallScripts(lock))
  const installed = productionPackages(lock)
    .map((path) => `${path}/package.json`)
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
  expect(installed.length).toBeGreaterThan(10)
  expectNone(installed.flatMap(findInstalledScripts))
})

test('the lockfile serves every platform', () =>
  expectNone(findDroppedPlatforms(fileAt('package-lock.json'))))

test('every package has a page of its own', () => expectNone(findBadReadmes(files)))
test('pages of packages name their folders, and no others', () =>
  expectNone(findUnnamedFolders(files)))
test('pages have titles in order', () => expectNone(pages.flatMap(findBadTitles)))
test('paths that pages name exist', () =>
  expectNone(
    pages.flatMap((page) => findMissingPaths(page, (path) => existsSync(join(ROOT, path)))),
  ))

const sources = code.filter((file) => file.path.startsWith('packages/') && !isTest(file.path))

test('every bound is used', () => {
  const files = sources.filter(({ path }) => isLimitsFile(path))
  expect(files.length).toBeGreaterThan(4)
  expectNone(files.flatMap((file) => findUnusedLimits(file, sources)))
})

test('every error code is documented and provoked by a test', () => {
  const page = fileAt(ERRORS_PAGE)
  const later = laterCodes(page)
  const made = errorsByFactory()
  const tests = files.filter((file) => isTest(file.path) && !file.path.startsWith('scripts/'))
  expectNone(findUndocumentedCodes(page, errorCodes))
  expectNone(
    findUndocumentedTexts(
      page,
      [...made.values()].map((error) => error.message),
    ),
  )
  expectNone(findUntestedCodes(errorCodes, later, tests))
  const codeOfFactory = new Map([...made].map(([factory, error]) => [factory, error.code]))
  expectNone(findSentLaterCodes(codeOfFactory, later, sources))
})

/** Every error of the registry, with a placeholder for whatever depends on the request. */
const errorsByFactory = (): Map<string, TablestoreError> => {
  const made = new Map<string, TablestoreError>()
  for (const [name, factory] of Object.entries(errors)) {
    const error: unknown = Reflect.apply(factory, undefined, [PLACEHOLDER, PLACEHOLDER])
    if (error instanceof TablestoreError) made.set(name, error)
  }
  expect(made.size).toBe(Object.keys(errors).length)
  return made
}
