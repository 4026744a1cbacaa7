// `npm run s3-server`: builds the server that tests of S3 use, with Go. Without it those tests are skipped.
import { join } from 'node:path'
import { ROOT, runCommand } from './lib/run-command.mjs'

const program = join(ROOT, 'node_modules/.cache/rowhouse-s3-server/versitygw')
const source = 'github.com/versity/versitygw/cmd/versitygw'
const { isOk } = await runCommand('go', ['build', '-mod=readonly', '-o', program, source], {
  cwd: join(ROOT, 'packages/object-store-s3/test-server'),
})
if (!isOk)
  console.log('SKIPPED: the server for tests of S3 was not built; they need it, and it needs Go')
