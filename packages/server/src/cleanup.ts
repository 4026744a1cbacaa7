/** Collects the steps that close what has been opened, and runs the last one first. */
export class Cleanup {
  readonly #steps: (() => void | Promise<void>)[] = []

  add(step: () => void | Promise<void>): void {
    this.#steps.push(step)
  }

  /** Runs every step even when one fails, then throws the first error. */
  async run(): Promise<void> {
    const errors: unknown[] = []
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}
