/** What a shell reports for a program that SIGPIPE has ended. */
const ENDED_BY_SIGPIPE = 141

/**
 * Nobody reads the output any more, as after `| head`. A command ends then, as other programs do. A server
 * goes on, since its output is only one line.
 */
export function watchClosedOutput(command: string | undefined): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (command !== 'serve') process.exit(ENDED_BY_SIGPIPE)
  })
}
