/**
 * Plans: tables with one row for each post, as people write them in spreadsheets. The command line and the app read them with this,
 * so that a row is the same post for both.
 */
export { findAccount, findAccounts, nameOf } from './plans/find-accounts.ts'
export { findCause, type PlanCause } from './plans/find-cause.ts'
export { PlanError, type PlanErrorCode } from './plans/plan-error.ts'
export { mediumKey, type PlanPlace, planId } from './plans/plan-id.ts'
export {
  type PlanFacts,
  type PlannedMedium,
  type PlannedPost,
  planPost,
  requestOf,
} from './plans/plan-post.ts'
export { type CsvRow, readCsv } from './plans/read-csv.ts'
export { clockPartsOf, offsetAt, readMoment, type WrittenMoment } from './plans/read-moment.ts'
export {
  type Configurations,
  listOptions,
  readOptions,
  setEverywhere,
  type WrittenOption,
} from './plans/read-options.ts'
export {
  type FaultyRow,
  type PlanDefaults,
  type PlannedRow,
  planColumns,
  type RowValues,
  readPlan,
  type When,
} from './plans/read-plan.ts'
