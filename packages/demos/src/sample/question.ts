import type { Client } from '@rowhouse/client'
import type { Draws } from '../generate/draws.js'
import { hasShapeOf } from './parameter-shape.js'
import type { Tally } from './tally.js'

/**
 * How an answer is found: by a key, as the first rows of a search, as numbers that an index counts
 * together, or by a job that reads many rows of an index.
 */
export type Way = 'key' | 'list' | 'statistics' | 'job'

/** What every question says about itself, before its parameters are known. */
export interface Topic {
  /** Unique in its sample, such as `seller-best-products`. */
  readonly name: string
  /** Who asks: consumer, seller, platform. */
  readonly persona: string
}

export interface AskOptions {
  /** Jobs report the rows that they have read. */
  readonly onRows?: (rows: number) => void
}

/**
 * A named question about a sample, with the type of its parameters and of its answer. The same question
 * can be asked of a server and of plain code over the facts of the generator, and both must answer alike.
 */
export interface Question<Parameters, Answer, Fact> extends Topic {
  readonly way: Way
  /** The parameters of the manual, about planted rows. */
  readonly planted: Parameters
  /** Parameters that have something to find, taken from a fact that was drawn. */
  readonly draw: (fact: Fact, draws: Draws) => Parameters
  readonly ask: (client: Client, parameters: Parameters, options?: AskOptions) => Promise<Answer>
  readonly tally: (parameters: Parameters) => Tally<Fact, Answer>
  /** The question with one clause left out, for each of its clauses. */
  readonly weakened: (parameters: Parameters) => readonly Weakened<Answer>[]
}

export interface Weakened<Answer> {
  readonly clause: string
  readonly ask: (client: Client) => Promise<Answer>
}

/** A question with its parameters, whatever their types are. */
export interface Inquiry extends Topic {
  readonly way: Way
  readonly parameters: unknown
  ask(client: Client, options?: AskOptions): Promise<unknown>
}

/** An inquiry that can be checked. */
export interface Trial<Fact> extends Inquiry {
  readonly tally: Tally<Fact, unknown>
  readonly weakened: readonly Weakened<unknown>[]
}

/** A question in a list with others. */
export interface AnyQuestion<Fact> extends Topic {
  readonly way: Way
  readonly planted: unknown
  plantedTrial(): Trial<Fact>
  drawnTrial(fact: Fact, draws: Draws): Trial<Fact>
  /** Undefined when the parameters do not have the members and types of the planted ones. */
  inquiryOf(parameters: unknown): Inquiry | undefined
}

export function anyQuestion<Parameters, Answer, Fact>(
  question: Question<Parameters, Answer, Fact>,
): AnyQuestion<Fact> {
  const { name, persona, way } = question
  const trial = (parameters: Parameters): Trial<Fact> => ({
    name,
    persona,
    way,
    parameters,
    tally: question.tally(parameters),
    weakened: question.weakened(parameters),
    ask: (client, options) => question.ask(client, parameters, options),
  })
  return {
    name,
    persona,
    way,
    planted: question.planted,
    plantedTrial: () => trial(question.planted),
    drawnTrial: (fact, draws) => trial(question.draw(fact, draws)),
    inquiryOf: (parameters) =>
      hasShapeOf(question.planted, parameters) ? trial(parameters) : undefined,
  }
}
