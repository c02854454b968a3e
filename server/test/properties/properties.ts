import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readOptions } from '../../../scripts/command-options.ts'
import type { Connection } from '../../src/db/database.ts'
import { dropDatabase, inDatabase, startTestServer, withAdmin } from '../global-setup.ts'
import { programFile } from '../program-file.ts'
import { type FaultName, faults } from './faults.ts'
import type { LaneOrders, LaneWord } from './lane-process.ts'
import type { Counterexample, SequenceDeeds } from './run-properties.ts'

const usage = `Runs random sequences of commands against a real installation and a model of it. A failure prints the options that run its
one sequence again.

  --sequences N      1000 by default
  --commands N       the most in a sequence; 60 by default
  --lanes N          how many sequences at once; 2 by default
  --minutes N        stop after this long
  --seed N           the sequences to run; any by default
  --path TEXT, --replay-path TEXT   one sequence of that seed, as a failure printed them
  --fault NAME       with a mistake that must be found, such as sends_twice
  --no-shrink        report the first failure as it is
  --gentle           let workers finish before an account is connected again or a subscription is active again
`

const { values } = readOptions({
  name: 'properties',
  usage,

  options: {
    seed: { type: 'string' },
    sequences: { type: 'string', default: '1000' },
    commands: { type: 'string', default: '60' },
    lanes: { type: 'string', default: '2' },
    path: { type: 'string' },
    'replay-path': { type: 'string' },
    fault: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
    gentle: { type: 'boolean', default: false },
    minutes: { type: 'string' },
  },
})

const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed)
const lanes = values.path === undefined ? Number(values.lanes) : 1
const wanted = Number(values.sequences)
const fault = values.fault === undefined ? null : values.fault
if (fault !== null && !isFault(fault)) throw new Error(`There are: ${Object.keys(faults).join(', ')}.`)

process.exitCode = await main()

async function main(): Promise<number> {
  say(
    `The same sequences again with: npm run properties -- --seed ${seed} --sequences ${wanted} --commands ${values.commands} --lanes ${lanes}`,
  )
  // The very server of the tests, with its migrated template.
  const { postgres: server, end } = await startTestServer()
  const done: SequenceDeeds[] = []
  const startedAt = performance.now()
  try {
    const names = Array.from({ length: lanes }, (_, lane) => `properties_${process.pid}_${lane}`)
    for (const name of names) {
      await withAdmin(server.connection, async (run) => {
        await run(`create database ${name} template ${server.template} encoding 'UTF8'`)
      })
    }
    const found = await Promise.all(
      names.map((name, lane) => runLane(inDatabase(server.connection, name), lane, done)),
    )
    const failures = found.filter((each) => each !== null)
    say(table(done, performance.now() - startedAt, failures.length))
    await withAdmin(server.connection, async (run) => {
      for (const name of names) await dropDatabase(run, name)
    })
    return failures.length > 0 ? 1 : 0
  } finally {
    await end()
  }
}

async function runLane(
  connection: Connection,
  lane: number,
  done: SequenceDeeds[],
): Promise<Counterexample | null> {
  const child = spawn(process.execPath, [programFile(join(import.meta.dirname, 'lane-process.ts'))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { path } = values
  const replayPath = values['replay-path']
  const orders: LaneOrders = {
    connection,
    fault: isFault(fault) ? fault : null,
    options: {
      seed: seed + lane,
      sequences: Math.ceil(wanted / lanes),
      mostCommands: Number(values.commands),
      ...(path === undefined ? {} : { path }),
      ...(replayPath === undefined ? {} : { replayPath }),
      isFirstEnough: values['no-shrink'],
      isGentle: values.gentle,
      ...(values.minutes === undefined ? {} : { longestMs: Number(values.minutes) * 60_000 }),
    },
  }
  const ended = once(child, 'exit')
  child.stdin.write(`${JSON.stringify(orders)}\n`)
  let end: Counterexample | null | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    const word: LaneWord = JSON.parse(line)
    if ('end' in word) end = shown(word.end)
    else if (done.push(word.sequence) % 50 === 0) say(`${done.length} sequences`)
  }
  await ended
  if (end === undefined) throw new Error('A lane ended before its end.')
  return end
}

// At once: other lanes go on for long.
function shown(end: Counterexample | null): Counterexample | null {
  if (end !== null) say(tell(end))
  return end
}

function table(done: readonly SequenceDeeds[], milliseconds: number, failures: number): string {
  const sum = (pick: (one: SequenceDeeds) => number) => done.reduce((all, one) => all + pick(one), 0)
  const rows: [string, string | number][] = [
    ['seed', seed],
    ['sequences', done.length],
    ['commands', sum(({ commands }) => commands)],
    ['longest sequence', `${Math.max(0, ...done.map(({ commands }) => commands))} commands`],
    ['requests to publish that arrived', sum(({ arrivals }) => arrivals)],
    ['public posts', sum(({ published }) => published)],
    ['results that asked in the end', sum(({ asked }) => asked)],
    ['minutes', (milliseconds / 60_000).toFixed(1)],
    ['lanes that broke a promise', failures],
  ]
  const wide = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(wide)}  ${value}`).join('\n')
}

function tell({ seed: own, path, commands, message }: Counterexample): string {
  const replay = /replayPath="([^"]*)"/.exec(commands)?.[1] ?? ''
  const again = `npm run properties -- --seed ${own} --path '${path}' --replay-path '${replay}' --commands ${values.commands}`
  return `\n${message}\n\n${commands.replaceAll('},', '},\n')}\n\nAgain with: ${again}`
}

function isFault(name: string | null): name is FaultName {
  return name !== null && name in faults
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
