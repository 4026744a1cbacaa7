/** A wait that another caller may end early. */
export class Pause {
  #end: (() => void) | undefined

  /** Waits until `end` is called when no time is given. */
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
