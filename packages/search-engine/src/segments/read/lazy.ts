/** A value that is made on first use and then kept. */
export class Lazy<T> {
  readonly #make: () => T
  #made: { readonly value: T } | undefined

  constructor(make: () => T) {
    this.#make = make
  }

  get value(): T {
    this.#made ??= { value: this.#make() }
    return this.#made.value
  }
}
