import { readOptions } from '../../../scripts/command-options.ts'
import { interruptStarts, stages } from './interrupt.ts'

const usage = `Kills first starts at random moments, and looks whether the next start is ready.

  --moments N    how many for each stage; 20 by default
  --seed N       the moments to choose; any by default
  --stage NAME   only one of installation, database, migration, start
`

const { values } = readOptions({
  name: 'interrupted',
  usage,

  options: {
    moments: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    stage: { type: 'string' },
  },
})
const tell = (sentence: string) => process.stdout.write(`${sentence}\n`)
tell(`seed ${values.seed}`)
const done = await interruptStarts({
  stages: stages.filter((stage) => values.stage === undefined || stage === values.stage),
  moments: Number(values.moments),
  seed: Number(values.seed),
  tell,
})
for (const stage of new Set(done.map((each) => each.stage))) {
  const of = done.filter((each) => each.stage === stage)
  const slowest = Math.max(0, ...of.map(({ readyAfterMs }) => readyAfterMs ?? 0))
  const ready = of.filter(({ readyAfterMs }) => readyAfterMs !== null).length
  tell(`${stage}: killed ${of.length} times, ready again ${ready} times, at the latest after ${slowest} ms`)
}
if (done.length === 0 || done.some(({ readyAfterMs }) => readyAfterMs === null)) process.exitCode = 1
