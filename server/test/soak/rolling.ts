import { readOptions } from '../../../scripts/command-options.ts'
import { runRolling } from './run-rolling.ts'

const usage = `Stops servers by SIGTERM under load, as an update does, and counts what was lost.

  --rounds N   how many stops; 50 by default
`

const { values } = readOptions({
  name: 'rolling',
  usage,
  options: { rounds: { type: 'string', default: '50' } },
})
const { stops, requests, lostAnswers, targets, published, violations } = await runRolling({
  rounds: Number(values.rounds),
  seed: 50,
})
const slowest = Math.max(...stops.map(({ ms }) => ms))
const wrong = stops.filter(({ code }) => code !== 0).length
process.stdout.write(`${stops.length} stops by SIGTERM, ${wrong} ended with another code than 0, the slowest took ${slowest} ms
${requests.answered} requests answered, ${requests.refused} refused by a server that stops, ${requests.broken} broken off
${targets} targets, ${published} published, ${lostAnswers} answers of networks lost, ${violations.length} promises broken
`)
for (const { invariant, what } of violations) process.stdout.write(`${invariant}  ${what}\n`)
if (wrong + lostAnswers + violations.length > 0) process.exitCode = 1
