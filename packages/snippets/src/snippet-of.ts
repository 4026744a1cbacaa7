import { dotnetSnippet } from './dotnet/dotnet-snippet.js'
import { goSnippet } from './go/go-snippet.js'
import { javaSnippet } from './java/java-snippet.js'
import { nodeSnippet } from './node/node-snippet.js'
import { phpSnippet } from './php/php-snippet.js'
import { pythonSnippet } from './python/python-snippet.js'
import type { Procedure, Request } from './request.js'
import type { Target } from './target.js'

export const languages = ['node', 'python', 'java', 'go', 'dotnet', 'php'] as const
export type Language = (typeof languages)[number]

type Snippet = (given: Request | Procedure, target: Target) => string

const SNIPPETS: Readonly<Record<Language, Snippet>> = {
  node: nodeSnippet,
  python: pythonSnippet,
  java: javaSnippet,
  go: goSnippet,
  dotnet: dotnetSnippet,
  php: phpSnippet,
}

/** A program that makes the requests with the official SDK of a language and prints the replies. */
export const snippetOf = (given: Request | Procedure, language: Language, target: Target): string =>
  SNIPPETS[language](given, target)
