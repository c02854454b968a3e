// Builds an app again and again, with a fault one step later each time, then runs it once without a fault. After that it must
// end by itself. Writes how many faults there were, and anything that keeps it alive for too long.
import { type AppOptions, createApp } from '../../src/app.ts'
import type { Config } from '../../src/config.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'

/** The order that the parent gives as its argument, as JSON. */
export interface StartOrders {
  connection: AppOptions['connection']
  config: Config
}

class Fault extends Error {}

const { connection, config }: StartOrders = JSON.parse(process.argv[2] ?? '')
let faults = 0
while (await buildUntil(faults + 1)) faults += 1
process.stdout.write(`${faults}\n`)
setTimeout(() => {
  process.stdout.write(`${process.getActiveResourcesInfo().join()}\n`)
  process.exit(1)
}, 5_000).unref()

/** Builds an app until its settings are read for the nth time; runs it, and answers false, if that is never. */
async function buildUntil(read: number): Promise<boolean> {
  const fault = faultAt(read)
  try {
    const app = await createApp({
      config: fault.among(config),
      connection,
      secretKeys: fault.among(createSecretKeys(Buffer.alloc(32, 1), Buffer.alloc(32, 2))),
    })
    fault.forget()
    await app.listen()
    await app.listenToProbes()
    app.worker.start()
    await app.close()
    return false
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return true
  }
}

function faultAt(read: number) {
  let reads = 0
  let isForgotten = false
  return {
    forget: () => {
      isForgotten = true
    },
    among: <Settings extends object>(settings: Settings): Settings =>
      new Proxy(settings, {
        get: (own, name) => {
          reads += 1
          if (reads === read && !isForgotten) throw new Fault(`A fault as ${String(name)} is read.`)
          return Reflect.get(own, name)
        },
      }),
  }
}
