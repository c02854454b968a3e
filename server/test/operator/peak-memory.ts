import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './crier-process.ts'

/** Runs a command; answers the most memory it had, in MB. */
export async function peakOf(own: Settings, args: readonly string[]): Promise<number> {
  const main = join(import.meta.dirname, '../../src/main.ts')
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...own }
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  let peak = 0
  const looking = setInterval(() => {
    const status = existsSync(`/proc/${child.pid}/status`)
      ? readFileSync(`/proc/${child.pid}/status`, 'utf8')
      : ''
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024)
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(looking)
  if (code !== 0) throw new Error(`The command ended with ${code}.`)
  return peak
}
