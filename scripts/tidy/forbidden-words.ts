import { type Finding, type TextFile, isTest } from './repository.js'

interface ForbiddenWord {
  readonly pattern: RegExp
  readonly message: string
  readonly inTests: boolean
}

const FORBIDDEN: readonly ForbiddenWord[] = [
  {
    pattern: /(?<![\w.:/])\/(?:home|root|work|Users|mnt|opt(?!\/rowhouse\b))\/[\w.-]/,
    message: "is a path of one machine and exists on nobody else's",
    inTests: true,
  },
  {
    pattern: /(?<![\w.:/\\])\/tmp\b/,
    message: 'is not the folder for temporary files everywhere: ask os.tmpdir()',
    inTests: false,
  },
  {
    pattern: /https?:\/\/(?:registry\.|[\w.-]*\/(?:npm-registry|artifactory|nexus)\b)/,
    message: 'names a package registry: that is for each machine to choose',
    inTests: true,
  },
  {
    pattern: /\b(?:protocol|behaviour|table|search) sheet\b/i,
    message: 'cites a page that readers do not have: name the public origin',
    inTests: true,
  },
]

/** Words that have a meaning only on one machine. */
export const findForbiddenWords = (file: TextFile): Finding[] =>
  file.text.split('\n').flatMap((line, index) =>
    FORBIDDEN.filter((word) => (word.inTests || !isTest(file.path)) && word.pattern.test(line)).map(
      (word) => ({
        path: file.path,
        line: index + 1,
        message: `${word.pattern.exec(line)?.[0] ?? ''} ${word.message}`,
      }),
    ),
  )
