import { languages, snippetOf } from '@rowhouse/snippets'
import { ShellError, UseError } from '../errors.js'
import type { Command } from './command.js'

export const code: Command = {
  name: 'code',
  summary: 'Show the last request as a program.',
  samples: ['code node', 'code python'],
  words: languages.join('|'),
  flags: [],
  run(session, given) {
    const [word = ''] = given.words
    const language = languages.find((name) => name === word.toLowerCase())
    if (language === undefined) throw new UseError(`name a language: ${languages.join(', ')}`)
    const { lastRequest, connection } = session
    if (lastRequest === undefined) throw new ShellError('no request was sent yet')
    const { endpoint = '', instance = '' } = connection
    const text = snippetOf(lastRequest, language, { endpoint, instance })
    if (session.output === 'json') session.writeJson({ language, code: text })
    else session.write(text)
  },
}
