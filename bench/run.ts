import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { cleanUp } from './cleanup.ts'
import { createPosts } from './create-posts.ts'
import { deadProcess } from './dead-process.ts'
import type { Figure, Measuring } from './figure.ts'
import { many } from './many.ts'
import { onTime } from './on-time.ts'
import { MissingProgram } from './program.ts'
import { publishCycle } from './publish-cycle.ts'
import { readPosts } from './read-posts.ts'
import { start } from './start.ts'
import { storedTargets } from './stored-targets.ts'
import { uploadMedia } from './upload-media.ts'

const figures: readonly Figure[] = [
  createPosts,
  readPosts,
  publishCycle,
  onTime,
  storedTargets,
  uploadMedia,
  start,
  many,
  deadProcess,
]

const usage = `Measures figures of the product, each against a yardstick in the same run:

  npm run bench -- P1 P3            some of them
  npm run bench -- P1 --seconds 2   in short rounds, to try a script
  npm run bench -- P1 --rounds 5    in more rounds
  npm run bench -- P1 --profile DIR with a CPU profile of the measured process in DIR

The results are kept in bench/RESULTS.md.
`

process.exitCode = await main(process.argv.slice(2))

/** Measures one figure after the other. Answers 2 for what was asked wrongly or cannot be measured here. */
async function main(args: readonly string[]): Promise<number> {
  const asked = read(args)
  if (asked === null || asked.names.length === 0) {
    say(usage)
    for (const { name, what, goal } of figures) say(`${name}  ${what}. Goal: ${goal}`)
    return asked === null ? 2 : 0
  }
  const unknown = asked.names.filter((name) => !figures.some((figure) => figure.name === name))
  if (unknown.length > 0) {
    say(
      `There is no figure ${unknown.join(', ')}. The figures are: ${figures.map(({ name }) => name).join(', ')}.`,
    )
    return 2
  }
  stopOnSignals()
  say(describeMachine())
  for (const figure of figures.filter(({ name }) => asked.names.includes(name))) {
    say(`\n${figure.name}  ${figure.what}. Goal: ${figure.goal}`)
    const code = await measure(figure, asked.how)
    if (code !== 0) return code
  }
  return 0
}

function read(args: readonly string[]): { names: string[]; how: Measuring } | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seconds: { type: 'string', default: '10' },
        rounds: { type: 'string', default: '3' },
        profile: { type: 'string' },
      },
    })
    const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
    if (![seconds, rounds].every((number) => Number.isInteger(number) && number >= 1 && number <= 60))
      return null
    const profileDir = values.profile === undefined ? null : resolve(values.profile)
    if (profileDir !== null) mkdirSync(profileDir, { recursive: true })
    return { names: positionals.map((name) => name.toUpperCase()), how: { seconds, rounds, profileDir, say } }
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

async function measure(figure: Figure, how: Measuring): Promise<number> {
  try {
    await figure.measure(how)
    return 0
  } catch (error) {
    if (!(error instanceof MissingProgram)) throw error
    say(error.message)
    return 2
  } finally {
    await cleanUp()
  }
}

function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
}

function describeMachine(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  const [cores, model, load] = [availableParallelism(), cpus()[0]?.model.trim(), loadavg()[0]?.toFixed(1)]
  const when = new Date().toISOString().slice(0, 16)
  return `${when}Z, commit ${commit.trim()}, ${cores} × ${model}, load ${load}, Node ${process.version}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
