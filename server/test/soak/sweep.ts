import { readOptions } from '../../../scripts/command-options.ts'
import { deaths, describeDeath, type Outcome, runSweep, usualLengths } from './run-sweep.ts'

const usage = `Kills a worker at each point of publishing, one after the other, and looks for broken promises.

  --lanes N         how many deaths at once; 3 by default
  --only TEXT       only deaths whose description contains this, such as after_response
  --usual-timings   the lengths of a real installation
`

const { values } = readOptions({
  name: 'sweep',
  usage,

  options: {
    lanes: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    'usual-timings': { type: 'boolean', default: false },
  },
})

const chosen = deaths.filter((death) => describeDeath(death).includes(values.only))
const outcomes: Outcome[] = []
const startedAt = performance.now()
const tell = (outcome: Outcome) => {
  outcomes.push(outcome)
  const words = outcome.faults.length === 0 ? 'ok  ' : 'FAIL'
  process.stdout.write(`${words}  ${describeDeath(outcome.death)}: ${outcome.endings.join(', ')}\n`)
  for (const fault of outcome.faults) process.stdout.write(`      ${fault}\n`)
}
await runSweep(chosen, Number(values.lanes), tell, values['usual-timings'] ? { lengths: usualLengths } : {})
const broken = outcomes.filter(({ faults }) => faults.length > 0).length
const seconds = Math.round((performance.now() - startedAt) / 1_000)
process.stdout.write(`${outcomes.length} deaths, ${broken} with a broken promise, ${seconds} s\n`)
if (broken > 0 || outcomes.length === 0) process.exitCode = 1
