import type { SeededRandom } from '@rowhouse/platform/testing'
import { type Ended, type KillMoment, runKilled } from './killed-command.js'

const KILLS_MAX = 3
/** The first estimate of a command's duration; later ones are taken from the last command of its kind. */
const FIRST_MS = 3_000
/** A command says so when its server did not answer in time, and goes on when it is called again. */
const FAILED = 3
const FAILURES_MAX = 5
/** A command that is killed before this part of its duration has done nothing yet. */
const KILL_PART_MIN = 0.4

export interface KilledRunsOptions {
  readonly program: string
  readonly environment: Readonly<Record<string, string>>
  readonly figures: { kills: number; serverKills?: number }
  /** Whether a command that has ended did all of its work, and not what a killed one had left. */
  readonly isWhole: (ended: Ended, kind: string) => boolean
  /** Is killed as well, where a moment is chosen at random. Without it only commands are killed. */
  readonly server?: Struck
}

interface Struck {
  kill(): Promise<void>
  startAgain(): Promise<void>
}

/** Runs commands of `rowhouse`, and kills each a few times before it lets it end. */
export class KilledRuns {
  readonly #options: KilledRunsOptions
  readonly #usualMs = new Map<string, number>()

  constructor(options: KilledRunsOptions) {
    this.#options = options
  }

  /** `onKill` looks at what a killed command has left; `momentOf` chooses when it is killed. */
  async untilDone(
    random: SeededRandom,
    args: readonly string[],
    onKill: () => Promise<void> = async () => {},
    momentOf: () => KillMoment = () => this.#momentOf(random, args),
  ): Promise<Ended> {
    for (let kills = 1 + random.below(KILLS_MAX); kills > 0; kills--) {
      const { ended, wasServerStruck } = await this.#struck(random, args, momentOf())
      // Without its server a command may fail. What it found out with one counts.
      const mayFail =
        (wasServerStruck || ended.code === FAILED) && ended.code !== 0 && !hasResult(ended)
      if (ended.code !== undefined && !mayFail) return ended
      if (ended.code === undefined) this.#options.figures.kills += 1
      await onKill()
    }
    return this.whole(args)
  }

  /** One run, at whose moment the command dies, or the server, or both. */
  async #struck(
    random: SeededRandom,
    args: readonly string[],
    moment: KillMoment,
  ): Promise<{ readonly ended: Ended; readonly wasServerStruck: boolean }> {
    const { server, figures } = this.#options
    const target = server === undefined ? 0 : random.below(3)
    if (server === undefined || target === 0) {
      return { ended: await this.#run(args, moment), wasServerStruck: false }
    }
    let isBack: Promise<void> | undefined
    const strike = (killCommand: () => void): void => {
      isBack = server.kill().then(() => server.startAgain())
      isBack.catch(() => {})
      if (target === 2) killCommand()
    }
    const ended = await this.#run(args, { ...moment, strike })
    const wasServerStruck = isBack !== undefined
    await isBack
    if (wasServerStruck) figures.serverKills = (figures.serverKills ?? 0) + 1
    return { ended, wasServerStruck }
  }

  /** Without a kill. */
  async whole(args: readonly string[]): Promise<Ended> {
    let ended = await this.#run(args, undefined)
    for (let failures = 1; ended.code === FAILED && failures < FAILURES_MAX; failures++) {
      console.log(`failed, and called again: ${ended.output.trimEnd().split('\n').at(-1) ?? ''}`)
      ended = await this.#run(args, undefined)
    }
    const kind = kindOf(args)
    if (this.#options.isWhole(ended, kind)) this.#usualMs.set(kind, ended.milliseconds)
    return ended
  }

  /** Within the time that such a command usually takes. */
  #momentOf(random: SeededRandom, args: readonly string[]): KillMoment {
    const usualMs = this.#usualMs.get(kindOf(args)) ?? FIRST_MS
    const part = KILL_PART_MIN + random.next() * (1 - KILL_PART_MIN)
    return { afterMs: Math.round(usualMs * part) }
  }

  #run(args: readonly string[], kill: KillMoment | undefined): Promise<Ended> {
    const { program, environment } = this.#options
    return runKilled({ program, args, environment }, kill)
  }
}

const hasResult = ({ output }: Ended): boolean => /"event":"(?:done|verified)"/.test(output)

/** Such as `import`, or `rotate apply`. */
const kindOf = ([first = '', second = '']: readonly string[]): string =>
  first === 'rotate' ? `${first} ${second}` : first
