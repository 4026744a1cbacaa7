/**
 * Runs tasks one after the other for each name; tasks of different names do not wait for each
 * other.
 */
export interface SerialQueues {
  run<Result>(name: string, task: () => Promise<Result>): Promise<Result>
}

export const createSerialQueues = (): SerialQueues => {
  const tails = new Map<string, Promise<unknown>>()
  return {
    run: async (name, task) => {
      // Only its caller learns of a failed task; the next one starts regardless.
      const before = tails.get(name)?.catch(() => undefined) ?? Promise.resolve()
      const result = before.then(task)
      tails.set(name, result)
      try {
        return await result
      } finally {
        if (tails.get(name) === result) tails.delete(name)
      }
    },
  }
}
