/**
 * The service's instance types. Tables of a capacity instance are billed by use alone and cannot reserve
 * throughput.
 */
export type InstanceType = 'performance' | 'capacity'

/**
 * The types of the instances. The server's registry sets them; the engine knows nothing else of
 * instances.
 */
export class InstanceTypes {
  #types: ReadonlyMap<string, InstanceType> = new Map()

  /** An instance whose type was never set is of the default type. */
  of(instance: string): InstanceType {
    return this.#types.get(instance) ?? 'performance'
  }

  /** The keys are the instance names that requests carry. */
  replace(types: ReadonlyMap<string, InstanceType>): void {
    this.#types = types
  }
}
