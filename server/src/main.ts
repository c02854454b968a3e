#!/usr/bin/env node
import { createServer } from 'node:net'
import { isatty } from 'node:tty'
import type { App } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { clusterOutside } from './db/embedded-place.ts'
import { isForThisMachineAlone } from './http/app/first-visitor.ts'
import { listenAddressesOf } from './lib/addresses/loopback.ts'
import { timedOut, withTimeout } from './lib/concurrency/with-timeout.ts'
import { createLog } from './lib/log.ts'
import { openOutput } from './lib/process/output.ts'
import { StartError } from './lib/settings/start-error.ts'
import { type Instance, openInstance } from './operator/open-instance.ts'
import { describeSameInstance } from './operator/same-instance.ts'
import { hasOwner } from './people/create-owner.ts'
import { setupTokenOf } from './people/set-up.ts'

/** npm sends one Ctrl-C twice within a millisecond. Only a later second signal means impatience. */
const impatienceMs = 1_000
/** The time that a start has to finish and be closed in order, after it was told to stop. */
const startMs = 5_000

/** The work of a process: everything, or one part beside other processes over one database. */
const parts = {
  start: { serves: true, works: true },
  serve: { serves: true, works: false },
  work: { serves: false, works: true },
} as const
type Part = (typeof parts)[keyof typeof parts]

// A closed terminal or pipe is no error, and no reason to end. Without these listeners it would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
// Asked at the start, because a closed terminal is none.
const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))

const [word, ...rest] = process.argv.slice(2)
if (word === 'start' || word === 'serve' || word === 'work') {
  await startAndReport(parts[word], rest)
  // Everything is closed. A forgotten handle must not delay the end of the process.
  setTimeout(() => process.exit(), 1_000).unref()
} else {
  // A server does without the commands, as most commands do without the app. Loading it takes most of their time.
  const { runCommand } = await import('./operator/cli/run-command.ts')
  process.exitCode = await runCommand(process.argv.slice(2), process)
}

async function startAndReport(part: Part, extra: readonly string[]): Promise<void> {
  try {
    if (extra.length > 0)
      throw new StartError(`${word} takes no options. Settings come from the environment.`)
    const config = readConfig()
    if (config.databaseUrl === null && !(part.serves && part.works)) {
      throw new StartError(
        `${word} needs a PostgreSQL of your own: set DATABASE_URL, or run everything with npm start.`,
      )
    }
    if (part.serves && config.port === config.probePort)
      throw new StartError(`PROBE_PORT is ${config.port}, as PORT is; it must be another port.`)
    await runParts(part, await settlePort(config))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** Serves, works or both until a signal comes or the database is gone for good. @throws StartError */
async function runParts(part: Part, config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  const stop = listenForSignals()
  const instance = await openUnlessStopped(openInstance({ as: 'server', config, log }), stop)
  if (instance === null) return
  try {
    const { createApp } = await import('./app.ts')
    const { describeStart, describeWorker } = await import('./operator/start-page.ts')
    const app = await createApp({
      config,
      connection: instance.connection,
      secretKeys: instance.secretKeys,
      isDatabaseFull: instance.isDatabaseFull,
    })
    try {
      await listen(app, part, config)
      if (part.works) app.worker.start()
      reportEngines(app).catch((error: unknown) =>
        log.warn({ err: error }, 'the converters were not looked for'),
      )
      const ready = {
        address: config.publicUrl,
        guards: instance.guards,
        reach: describeSameInstance(config),
        databaseOutside: config.databaseUrl === null ? clusterOutside(config.dataDir) : null,
        hasOwner: await hasOwner(instance.db),
        setupToken: isForThisMachineAlone(config) ? null : setupTokenOf(instance.secretKeys),
        migrations: instance.ran.length,
      }
      openOutput(1).write(part.serves ? describeStart(ready) : describeWorker(ready))
      const databaseFailure = await Promise.race([stop, instance.databaseEnded])
      if (databaseFailure) throw databaseFailure
      log.info('Stopping.')
    } finally {
      await app.close()
    }
  } finally {
    await instance.close()
  }
}

/** Says in the log which programs convert media. Their absence is normal. */
async function reportEngines({ context }: App): Promise<void> {
  const { video, heic } = await context.converter.can()
  for (const [name, engine] of Object.entries({ video, heic })) {
    const found = engine.isThere ? { version: engine.version, program: engine.program } : { why: engine.why }
    context.log.info(
      { converts: name, ...found },
      engine.isThere ? 'a converter was found' : 'there is no converter',
    )
  }
}

async function listen(app: App, part: Part, config: Config): Promise<void> {
  if (part.serves) {
    await app.listen().catch((error: unknown) => {
      throw refusedPort(error, { ...config, setting: 'PORT' })
    })
  }
  await app.listenToProbes().catch((error: unknown) => {
    throw refusedPort(error, { ...config, port: config.probePort ?? 0, setting: 'PROBE_PORT' })
  })
}

/** Null when a signal came first. A start that takes too long then ends with the process, and its PostgreSQL with it. */
async function openUnlessStopped(opening: Promise<Instance>, stop: Promise<null>): Promise<Instance | null> {
  const opened = await Promise.race([opening, stop])
  if (opened !== null) return opened
  const instance = await withTimeout(startMs, opening)
  if (instance !== timedOut) await instance.close()
  return null
}

/** Resolves at the first signal. A later one ends the process immediately, and the database stops by itself. */
function listenForSignals(): Promise<null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  let firstAt: number | null = null
  const onSignal = () => {
    if (firstAt !== null && performance.now() - firstAt >= impatienceMs) process.exit(1)
    firstAt ??= performance.now()
    resolve(null)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  // Node resets the signal that nohup made this process ignore. A server without a terminal does not mind a closed one.
  process.on('SIGHUP', hasTerminal ? onSignal : () => undefined)
  return promise
}

/** Chooses a free port for PORT=0, because addresses are built from it before the server listens. */
async function settlePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  const [address] = listenAddressesOf(config.host)
  server.listen(0, address, () => {
    const bound = server.address()
    server.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0))
  })
  const port = await promise.catch((error: unknown) => {
    throw refusedPort(error, { ...config, setting: 'PORT' })
  })
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) }
}

function refusedPort(
  error: unknown,
  { host, port, setting }: Pick<Config, 'host' | 'port'> & { setting: 'PORT' | 'PROBE_PORT' },
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is used by another program. Stop that program, or set ${setting} to another port.`,
      )
    case 'EACCES':
      return new StartError(`This user may not listen on port ${port}. Set ${setting} to a port above 1023.`)
    case 'EADDRNOTAVAIL':
      return new StartError(`HOST is ${host}, which is not an address of this machine.`)
    default:
      return error
  }
}
