import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../../../scripts/command-options.ts'
import { runSoak, type SoakReport } from './run-soak.ts'
import { soakTable } from './soak-table.ts'

const usage = `Publishes through processes that are killed, stopped and cut off again and again, and looks for broken promises.

  --seed N             the plan to follow; any by default
  --minutes N          how long; 5 by default
  --workers N          worker processes; 3, or 8 with --cut
  --rate N             targets a second; 6, or 1 with --usual-timings
  --accounts N         40 by default
  --cut                more workers and two APIs, whose links to the database are cut too
  --usual-timings      the lengths of a real installation; a lost answer blocks its account for 65 s
  --naive              sends again what may have arrived already; it must fail
  --trusts-late-keys   with connectors that repeat a key which is stored once the post is made; it must fail
`

const { values } = readOptions({
  name: 'soak',
  usage,

  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    workers: { type: 'string' },
    /** Targets a second. */
    rate: { type: 'string' },
    accounts: { type: 'string', default: '40' },
    naive: { type: 'boolean', default: false },
    'trusts-late-keys': { type: 'boolean', default: false },
    cut: { type: 'boolean', default: false },
    'usual-timings': { type: 'boolean', default: false },
  },
})

const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed)
const forMs = Number(values.minutes) * 60_000
const { minutes, accounts, naive, cut, 'usual-timings': usual, 'trusts-late-keys': trustsLateKeys } = values
const rate = values.rate ?? (usual ? '1' : '6')
const workers = values.workers ?? (cut ? '8' : '3')
const again = `--seed ${seed} --minutes ${minutes} --workers ${workers} --rate ${rate} --accounts ${accounts}`
process.stdout.write(
  `The same plan again with: npm run soak -- ${again}${naive ? ' --naive' : ''}${trustsLateKeys ? ' --trusts-late-keys' : ''}${cut ? ' --cut' : ''}${usual ? ' --usual-timings' : ''}\n`,
)
const report = await runSoak({
  seed,
  forMs,
  targets: Math.round((Number(rate) * forMs) / 1_000),
  workers: Number(workers),
  apis: cut ? 2 : 1,
  accounts: Number(accounts),
  killEveryMs: 2_000,
  stopEveryMs: 4_000,
  databaseKillEveryMs: 30_000,
  cutEveryMs: cut ? 3_000 : null,
  naive,
  usual,
  trustsLateKeys,
})
process.stdout.write(`${soakTable(report)}\n`)
if (report.violations.length > 0) {
  for (const { invariant, what } of report.violations) process.stdout.write(`${invariant}  ${what}\n`)
  if (!naive && !trustsLateKeys) process.stdout.write(`What happened is in ${keepFacts(report)}\n`)
  process.exitCode = 1
}

function keepFacts({ folder, facts }: SoakReport): string {
  const file = join(folder, 'facts.json')
  writeFileSync(file, JSON.stringify(facts, null, 1))
  return file
}
