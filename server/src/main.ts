#!/usr/bin/env node
import { createServer } from 'node:net'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createLog } from './lib/log.ts'
import { StartError } from './lib/start-error.ts'
import { runCommand } from './operator/cli/run-command.ts'
import { openInstance } from './operator/open-instance.ts'
import { describeStart, describeWorker } from './operator/start-page.ts'
import { hasOwner } from './people/create-owner.ts'

/** npm sends one Ctrl-C twice within a millisecond. Only a later second signal means impatience. */
const impatienceMs = 1_000

/** The work of a process: everything, or one part beside other processes over one database. */
const parts = {
  start: { serves: true, works: true },
  serve: { serves: true, works: false },
  work: { serves: false, works: true },
} as const
type Part = (typeof parts)[keyof typeof parts]

const [word, ...rest] = process.argv.slice(2)
if (word === 'start' || word === 'serve' || word === 'work') {
  await startAndReport(parts[word], rest)
  // Everything is closed. A forgotten handle must not delay the end of the process.
  setTimeout(() => process.exit(), 1_000).unref()
} else process.exitCode = await runCommand(process.argv.slice(2), process)

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
  const instance = await openInstance({ as: 'server', config, log })
  try {
    const app = await createApp({ config, connection: instance.connection, secretKeys: instance.secretKeys })
    try {
      if (part.serves) {
        await app.listen().catch((error: unknown) => {
          throw refusedPort(error, config)
        })
      } else {
        await app.listenToProbes().catch((error: unknown) => {
          throw refusedPort(error, { ...config, port: config.probePort ?? 0 })
        })
      }
      if (part.works) app.worker.start()
      const ready = {
        address: config.publicUrl,
        guards: instance.guards,
        hasOwner: await hasOwner(instance.db),
        migrations: instance.ran.length,
      }
      process.stdout.write(part.serves ? describeStart(ready) : describeWorker(ready))
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

/** Resolves at the first signal. A later one ends the process immediately, and the database stops by itself. */
function listenForSignals(): Promise<null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  let firstAt: number | null = null
  const onSignal = () => {
    if (firstAt !== null && performance.now() - firstAt >= impatienceMs) process.exit(1)
    firstAt ??= performance.now()
    resolve(null)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return promise
}

/** Chooses a free port for PORT=0, because addresses are built from it before the server listens. */
async function settlePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  server.listen(0, config.host, () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  const port = await promise.catch((error: unknown) => {
    throw refusedPort(error, config)
  })
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) }
}

function refusedPort(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is used by another program. Stop that program, or set PORT to another port.`,
      )
    case 'EACCES':
      return new StartError(`This user may not listen on port ${port}. Set PORT to a port above 1023.`)
    case 'EADDRNOTAVAIL':
      return new StartError(`HOST is ${host}, which is not an address of this machine.`)
    default:
      return error
  }
}
