/**
 * The service's types of instances. On one of the capacity type no throughput can be reserved: its tables
 * are billed by use alone.
 */
export type InstanceType = 'performance' | 'capacity'

/** What the engine is told of instances: only who keeps their registry knows more. */
export class InstanceTypes {
  #types: ReadonlyMap<string, InstanceType> = new Map()

  /** An instance that nobody has told of is of the default type. */
  of(instance: string): InstanceType {
    return this.#types.get(instance) ?? 'performance'
  }

  /** By the names that requests carry. */
  replace(types: ReadonlyMap<string, InstanceType>): void {
    this.#types = types
  }
}
