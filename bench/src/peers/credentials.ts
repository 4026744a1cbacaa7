/** A fixed key: the servers of a benchmark listen on the loopback interface and end with it. */
export const CREDENTIALS = {
  instance: 'bench',
  accessKeyId: 'benchAccessKey',
  accessKeySecret: 'benchAccessKeySecret',
} as const
