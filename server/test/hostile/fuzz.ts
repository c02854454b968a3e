import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { readOptions } from '../../../scripts/command-options.ts'

const usage = `Reads random files and random answers of networks, which must never break the server. A finding names its number: the same
seed with --case makes that one again.

  --minutes N         how long; 5 by default
  --seed N            where the random cases begin; any by default
  --case N            only this case
  --of files|answers  only these; both by default
`

const { values } = readOptions({
  name: 'fuzz',
  usage,

  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    case: { type: 'string' },
    of: { type: 'string' },
  },
})
const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000))
process.stdout.write(
  `The same cases again with: npm run fuzz -- --minutes ${values.minutes} --seed ${seed}\n`,
)
const names = { files: 'fuzz-files', answers: 'hostile-answers' }
const wanted = Object.entries(names).flatMap(([of, name]) =>
  values.of === undefined || values.of === of ? [name] : [],
)
if (wanted.length === 0) throw new Error(`There are: ${Object.keys(names).join(', ')}.`)
const root = join(import.meta.dirname, '../../..')
const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...wanted], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_SEED: seed, FUZZ_MINUTES: values.minutes, FUZZ_CASE: values.case ?? '' },
})
const [code] = await once(child, 'exit')
process.exitCode = code === 0 ? 0 : 1
