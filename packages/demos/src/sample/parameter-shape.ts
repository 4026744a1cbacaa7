/**
 * Whether a value has the members and the types of a model: parameters from outside are compared with the
 * planted ones. Lists may have any length, as long as each element is like the model's first.
 */
export function hasShapeOf<Model>(model: Model, value: unknown): value is Model {
  if (Array.isArray(model)) {
    const [first]: readonly unknown[] = model
    return Array.isArray(value) && value.every((element) => hasShapeOf(first, element))
  }
  if (typeof model === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (typeof model !== 'object' || model === null) return typeof value === typeof model
  if (typeof value !== 'object' || value === null) return false
  const members = new Map<string, unknown>(Object.entries(value))
  return Object.entries(model).every(([name, member]) => hasShapeOf(member, members.get(name)))
}
