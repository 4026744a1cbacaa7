import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCli } from './run-cli.js'

/** Where the commands of a page are run. */
export interface TranscriptPlace {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Files of a page have their name behind the language; the first line of a file is not the fence's. */
const FILE = /^```\w+ (\S+)\n([^]*?)^```$/gm
const CONSOLE = /(?<=^```console\n)\$ [^]*?(?=^```$)/gm

/** The page as it is now: its commands with what they answer. */
export async function replayPage(page: string, place: TranscriptPlace): Promise<string> {
  for (const [, name = '', text = ''] of page.matchAll(FILE))
    writeFileSync(join(place.folder, name), text)
  const answers: string[] = []
  for (const [block] of page.matchAll(CONSOLE)) answers.push(await replay(block, place))
  return page.replaceAll(CONSOLE, () => answers.shift() ?? '')
}

async function replay(block: string, place: TranscriptPlace): Promise<string> {
  let text = ''
  for (const line of block.split('\n').filter((one) => one.startsWith('$ '))) {
    text += `${line}\n${await answerTo(line.slice(2), place)}`
  }
  return text
}

async function answerTo(
  line: string,
  { folder, environment, now }: TranscriptPlace,
): Promise<string> {
  const [program, ...args] = wordsOf(line)
  if (program === 'cat') return readFileSync(join(folder, args.join(' ')), 'utf8')
  if (program !== 'rowhouse') throw new Error(`a transcript cannot run ${program}`)
  const { stdout, stderr, code } = await runCli(args, environment, undefined, folder)
  if (code === 2) throw new Error(`${line}: ${stderr}`)
  return withoutChance(code === 0 ? stdout : stderr + stdout, now)
}

/** Words between spaces, or in single quotes. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** The month that transcripts are from. */
const MONTH = 2026 * 12 + 10

/** The load of the last minute, and the values that have most of it. */
const LOAD_NOW =
  /^(the table now: \d+ partitions?), .* units a second\n(?: {2}[\d.]+ % of the load: .*\n)*/gm

/** Times, rates, processes and the month differ from run to run. */
function withoutChance(text: string, now: number): string {
  const date = new Date(now)
  const back = date.getUTCFullYear() * 12 + date.getUTCMonth() - MONTH
  const shifted = (year: string, month: string, between: string): string => {
    const at = Number(year) * 12 + Number(month) - 1 - back
    return `${Math.floor(at / 12)}${between}${String((at % 12) + 1).padStart(2, '0')}`
  }
  return text
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-22T12:00:00.000Z')
    .replaceAll(
      /_(20\d\d)(\d\d)\b/g,
      (_: string, year: string, month: string) => `_${shifted(year, month, '')}`,
    )
    .replaceAll(
      /\((20\d\d)-(\d\d)\)/g,
      (_: string, year: string, month: string) => `(${shifted(year, month, '-')})`,
    )
    .replaceAll(/^(20\d\d)-(\d\d)(?= )/gm, (_: string, year: string, month: string) =>
      shifted(year, month, '-'),
    )
    .replaceAll(LOAD_NOW, '$1, 8.2 units a second\n')
    .replaceAll(/\d+(\.\d+)? s, \d+ rows\/s/g, '0.1 s, 1000 rows/s')
    .replaceAll(/in \d+(\.\d+)? s$/gm, 'in 0.1 s')
    .replaceAll(/\([\w.-]+:\d+\)/g, '(host:1234)')
    .replaceAll(/\(request [\w-]+\)/g, '(request ...)')
}
