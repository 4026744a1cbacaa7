/**
 * Calls back when nothing was heard for so long. A busy machine is slow, which is no fault; what hangs says
 * nothing at all.
 */
export const watchSilence = (milliseconds, onSilence) => {
  const timer = setTimeout(() => onSilence(), milliseconds)
  return { heard: () => timer.refresh(), stop: () => clearTimeout(timer) }
}
