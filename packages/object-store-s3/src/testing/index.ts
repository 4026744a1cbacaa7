export type { Fault, FaultyProxy } from './faulty-proxy.js'
export { type TestS3, hasS3Server, startTestS3 } from './test-s3.js'
