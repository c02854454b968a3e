// npm run interrupted [-- --moments 20] [--seed 1] [--stage installation|database|migration|start]
import { parseArgs } from 'node:util'
import { interruptStarts, stages } from './interrupt.ts'

const { values } = parseArgs({
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
