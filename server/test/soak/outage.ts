import { setTimeout as pause } from 'node:timers/promises'
import { readOptions } from '../../../scripts/command-options.ts'
import { openDay } from './bad-day.ts'
import { findViolations } from './invariants.ts'

const usage = `Takes the database away in the middle of work, and measures how soon publishing goes on once it is back.

  --minutes N   how long it is away; 5 by default
`

const { values } = readOptions({
  name: 'outage',
  usage,
  options: { minutes: { type: 'string', default: '5' } },
})
const day = await openDay(21)
await day.nextArrival(60_000)
day.proxy.cut()
await pause(Number(values.minutes) * 60_000)
day.proxy.restore()
const recoveredMs = await day.nextArrival(120_000)
const facts = await day.end()
const violations = findViolations(facts)
process.stdout.write(`The database was away for ${values.minutes} minutes; ${recoveredMs} ms later the first post went out (at most 15 s are promised).
${facts.targets.length} targets, ${violations.length} promises broken
`)
for (const { invariant, what } of violations) process.stdout.write(`${invariant}  ${what}\n`)
if (violations.length > 0 || recoveredMs > 15_000) process.exitCode = 1
await day.close()
