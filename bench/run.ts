import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareCheckouts } from './against.ts'
import { app } from './app.ts'
import { appTasks } from './app-tasks.ts'
import { authenticateKeys } from './authenticate-keys.ts'
import { cleanUp } from './cleanup.ts'
import { createPosts } from './create-posts.ts'
import { deadProcess } from './dead-process.ts'
import type { Figure, Measuring } from './figure.ts'
import { many } from './many.ts'
import { onTime } from './on-time.ts'
import { MissingProgram } from './program.ts'
import { publishCycle } from './publish-cycle.ts'
import { readPosts } from './read-posts.ts'
import { reseal } from './reseal.ts'
import { signIn } from './sign-in.ts'
import { slowClients } from './slow-clients.ts'
import { start } from './start.ts'
import { storedTargets } from './stored-targets.ts'
import { uploadMedia } from './upload-media.ts'
import { webhooks } from './webhooks.ts'

const figures: readonly Figure[] = [
  createPosts,
  readPosts,
  publishCycle,
  onTime,
  storedTargets,
  uploadMedia,
  start,
  app,
  appTasks,
  webhooks,
  many,
  deadProcess,
  signIn,
  authenticateKeys,
  reseal,
  slowClients,
]

const usage = `Measures figures of the product, each against a yardstick in the same run:

  npm run bench -- P1 P3            some of them
  npm run bench -- P1 --seconds 2   in short rounds, to try a script
  npm run bench -- P1 --rounds 5    in more rounds
  npm run bench -- P1 --profile DIR with a CPU profile of the measured process in DIR
  npm run bench -- P8 --preset desktop  the app at a desk in place of on a phone (npm run lighthouse -- --preset desktop)
  npm run bench -- P1 --against DIR the processor time of one, in pairs with the checkout in DIR

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
  const chosen = figures.filter(({ name }) => asked.names.includes(name))
  const alone = asked.against === null ? undefined : chosen.find(({ prepareBurst }) => !prepareBurst)
  if (alone) {
    say(`${alone.name} cannot be measured against another checkout. Others can: ${comparable()}.`)
    return 2
  }
  stopOnSignals()
  say(describeMachine())
  for (const figure of chosen) {
    say(`\n${figure.name}  ${figure.what}. Goal: ${figure.goal}`)
    const code = await measure(figure, asked)
    if (code !== 0) return code
  }
  return 0
}

function comparable(): string {
  return figures.flatMap(({ name, prepareBurst }) => (prepareBurst ? [name] : [])).join(', ')
}

interface Asked {
  readonly names: readonly string[]
  readonly how: Measuring
  /** The other checkout; null: the yardstick of the figure. */
  readonly against: string | null
}

function read(args: readonly string[]): Asked | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seconds: { type: 'string' },
        rounds: { type: 'string' },
        profile: { type: 'string' },
        against: { type: 'string' },
        preset: { type: 'string', default: 'phone' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const against = values.against === undefined ? null : resolve(values.against)
    // Two checkouts are told apart by many short rounds, for a busy machine changes its speed within seconds.
    const usual = against === null ? { seconds: 10, rounds: 3 } : { seconds: 2, rounds: 15 }
    const seconds = Number(values.seconds ?? usual.seconds)
    const rounds = Number(values.rounds ?? usual.rounds)
    if (![seconds, rounds].every((number) => Number.isInteger(number) && number >= 1 && number <= 60))
      return null
    const { preset } = values
    if (preset !== 'phone' && preset !== 'desktop') return null
    const profileDir = values.profile === undefined ? null : resolve(values.profile)
    if (profileDir !== null) mkdirSync(profileDir, { recursive: true })
    const names = values.help ? [] : positionals.map((name) => name.toUpperCase())
    return { names, how: { seconds, rounds, preset, profileDir, say }, against }
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

async function measure(figure: Figure, { how, against }: Asked): Promise<number> {
  try {
    if (against === null) await figure.measure(how)
    else await compareCheckouts(figure, against, how)
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
