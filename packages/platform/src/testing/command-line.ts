/**
 * Reads the command line of a command of this workspace: answers `--help` with the usage, and whatever `read`
 * throws with one line and exit code 2.
 */
export function readCommandLine<T>(usage: string, read: (args: string[]) => T): T {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    return read(args)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`error: ${message.replaceAll('\n', ' ')}\n`)
    process.exit(2)
  }
}
