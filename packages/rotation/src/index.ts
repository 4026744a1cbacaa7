export { type ArchiveRange, findArchivedRows, queryArchive } from './archive/read-archive.js'
export { Journal, type JournalEntry, type Surroundings } from './journal/journal.js'
export { Calendar, type Month, nameOfMonth, parseMonth } from './plan/months.js'
export { nameFor } from './plan/month-names.js'
export { readPlan } from './plan/read-plan.js'
export type { Expired, SetPlan, Units } from './plan/set-plan.js'
export { RotationError, RotationLockedError } from './rotation-error.js'
export { type ApplyOptions, applyPlan } from './steps/apply-steps.js'
export { restoreMonth } from './steps/restore-month.js'
export { type StepsNeeded, stepsNeeded, unitsFor } from './steps/plan-steps.js'
export { type MonthTable, type SetState, readState } from './steps/set-state.js'
export { type Step, describeStep } from './steps/step.js'
export {
  type FoundRow,
  type KeyStart,
  type MonthlyOptions,
  type MonthlyRange,
  MonthlyTables,
  type TimeSpan,
} from './tables/monthly-tables.js'
