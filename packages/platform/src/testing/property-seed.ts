// Runs before every test file: properties start from the seed of the run.

import fc from 'fast-check'
import { testSeed } from './test-seed.js'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed() })
