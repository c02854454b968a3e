import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'

const folder = join(import.meta.dirname, 'relay')

/** A relay that others wrote, running as a child process. */
export interface RealRelay {
  readonly url: string
  /** Says what becomes of the next event of a key; see `server.mjs`. */
  inject(pubkey: string, fault: RelayFault): Promise<void>
  stop(): Promise<void>
}

type RelayFault =
  | { readonly refuse: string }
  | { readonly lose: true }
  | { readonly work: number }
  | { readonly restrict: true }

/** Skips tests on a machine where the relay could not be installed, with the reason. */
export function skipWithoutRelay({ skip }: { skip(condition: boolean, note: string): void }): void {
  skip(
    !isRelayInstalled(),
    `the relay is not installed: run \`npm ci\` in ${relative(process.cwd(), folder)}`,
  )
}

export function isRelayInstalled(): boolean {
  return existsSync(join(folder, 'node_modules/.package-lock.json'))
}

export async function startRelay(): Promise<RealRelay> {
  const child = spawn(process.execPath, ['server.mjs'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const { url }: { url: string } = JSON.parse((await lines.next()).value ?? '{}')
  let said = Promise.resolve()
  return {
    url,
    inject: (pubkey, fault) => {
      // The relay repeats each line when it has taken it.
      said = said.then(async () => {
        child.stdin.write(`${JSON.stringify({ pubkey, ...fault })}\n`)
        await lines.next()
      })
      return said
    },
    stop: async () => {
      child.stdin.end()
      await exited
    },
  }
}
