import type { SeededRandom } from '@rowhouse/platform/testing'
import { type Ended, type KillMoment, runKilled } from './killed-command.js'

const KILLS_MAX = 3
/** The first estimate of a command's duration; later ones are taken from the last command of its kind. */
const FIRST_MS = 3_000
/** A command that is killed before this part of its duration has done nothing yet. */
const KILL_PART_MIN = 0.4

export interface KilledRunsOptions {
  readonly program: string
  readonly environment: Readonly<Record<string, string>>
  readonly figures: { kills: number }
  /** Whether a command that has ended did all of its work, and not what a killed one had left. */
  readonly isWhole: (ended: Ended, kind: string) => boolean
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
      const ended = await this.#run(args, momentOf())
      if (ended.code !== undefined) return ended
      this.#options.figures.kills += 1
      await onKill()
    }
    return this.whole(args)
  }

  /** Without a kill. */
  async whole(args: readonly string[]): Promise<Ended> {
    const ended = await this.#run(args, undefined)
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

/** Such as `import`, or `rotate apply`. */
const kindOf = ([first = '', second = '']: readonly string[]): string =>
  first === 'rotate' ? `${first} ${second}` : first
