/** Waiting that somebody else may end. */
export class Pause {
  #end: (() => void) | undefined

  /** Without a time until `end` is called. */
  wait(milliseconds: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
      this.#end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  end(): void {
    this.#end?.()
    this.#end = undefined
  }
}
