/**
 * Calls back when there was no output for so long. A command may be slow on a busy machine, but one that
 * hangs writes nothing at all.
 */
export const watchSilence = (milliseconds, onSilence) => {
  const timer = setTimeout(() => onSilence(), milliseconds)
  return { heard: () => timer.refresh(), stop: () => clearTimeout(timer) }
}
