// Holds the embedded database of a data directory until its input ends or it is told to stop: the part of Crier that
// the tests of this folder start, look at and kill.
//   node hold-database.ts DATA_DIR server|operator [PATIENCE_MS]
import { acquireDatabase } from '../../src/db/acquire-database.ts'
import { StartError } from '../../src/lib/settings/start-error.ts'

const [dataDir = '', as, patienceMs] = process.argv.slice(2)

const orders = new Promise((resolve) => {
  process.stdin.on('end', resolve).resume()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
})

try {
  const database = await acquireDatabase({
    dataDir,
    as: as === 'operator' ? 'operator' : 'server',
    log: (line) => console.error(line),
    ...(patienceMs === undefined ? {} : { patienceMs: Number(patienceMs) }),
  })
  console.log(JSON.stringify(database.connection))
  await Promise.race([orders, database.exited])
  await database.stop()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(`StartError: ${error.message}`)
  process.exitCode = 1
} finally {
  process.stdin.destroy()
}
