// Builds an app again and again, with a fault one step later each time, then once without a fault. Writes a line of JSON for
// each try and must end by itself.
import { setTimeout as pause } from 'node:timers/promises'
import { type AppOptions, createApp } from '../../src/app.ts'
import type { Config } from '../../src/config.ts'
import { createSecretKeys } from '../../src/lib/secret-keys.ts'

/** The order that the parent gives as its argument, as JSON. */
export interface StartOrders {
  connection: AppOptions['connection']
  config: Config
}

/** A line of this process. */
export interface Try {
  /** Where the fault was; null: there was none. */
  at: string | null
  /** What the app left open that keeps a process alive. */
  left: string[]
}

class Fault extends Error {}

const { connection, config }: StartOrders = JSON.parse(process.argv[2] ?? '')
const keys = () => createSecretKeys(Buffer.alloc(32, 1), Buffer.alloc(32, 2))
for (let step = 1; await buildUntil(step); step += 1);

/** Builds an app until its settings are read for the nth time. Answers whether there was such a time. */
async function buildUntil(step: number): Promise<boolean> {
  const before = process.getActiveResourcesInfo()
  const faults = faultAt(step)
  const options = faults.among({ config: faults.among(config), connection, secretKeys: faults.among(keys()) })
  let isFaulty = false
  try {
    const app = await createApp(options)
    faults.end()
    await app.listen()
    await app.listenToProbes()
    app.worker.start()
    await app.close()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    isFaulty = true
  }
  const tried: Try = { at: isFaulty ? `${step}: ${faults.last()}` : null, left: await leftOpen(before) }
  process.stdout.write(`${JSON.stringify(tried)}\n`)
  return isFaulty
}

function faultAt(step: number) {
  let reads = 0
  let last = ''
  let isBuilding = true
  return {
    end: () => {
      isBuilding = false
    },
    last: () => last,
    among: <Settings extends object>(settings: Settings): Settings =>
      new Proxy(settings, {
        get: (own, name) => {
          last = String(name)
          reads += 1
          if (isBuilding && reads === step) throw new Fault(`A fault as ${last} is read.`)
          return Reflect.get(own, name)
        },
      }),
  }
}

/** What is still open a second later; sockets take a moment to close. */
async function leftOpen(before: readonly string[]): Promise<string[]> {
  for (let left = 50; ; left -= 1) {
    const open = process.getActiveResourcesInfo().filter((kind) => !before.includes(kind))
    if (open.length === 0 || left === 0) return open
    await pause(20)
  }
}
