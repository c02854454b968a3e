import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'

/** A check: a command that exits with 0 if all is well. */
export interface Check {
  name: string
  command: readonly [string, ...string[]]
  /** Takes ten seconds or more, too long for the work in between. */
  isSlow?: true
  /** Its output is worth the rest of the line also where all is well. */
  tells?: true
}

const bin = join(import.meta.dirname, '../node_modules/.bin')
function own(script: string): readonly [string, ...string[]] {
  return [process.execPath, join(import.meta.dirname, script)]
}

export const checks: Check[] = [
  { name: 'types', command: own('check-types.ts'), isSlow: true },
  {
    name: 'format',
    command: [join(bin, 'biome'), 'check', '--linter-enabled=false', '--error-on-warnings', '.'],
  },
  { name: 'lint', command: [join(bin, 'biome'), 'lint', '--error-on-warnings', '.'] },
  { name: 'rooms', command: own('check-rooms.ts'), isSlow: true },
  { name: 'house', command: own('check-house.ts') },
  { name: 'docs', command: own('check-docs.ts') },
  { name: 'sdk', command: [...own('generate-sdk.ts'), '--check'] },
  { name: 'sdk for Python', command: [...own('generate-python-sdk.ts'), '--check'] },
  { name: 'Python', command: own('check-python.ts') },
  { name: 'web', command: own('check-web.ts'), isSlow: true },
  { name: 'packages', command: own('check-packages.ts'), isSlow: true, tells: true },
  { name: 'dead code', command: [join(bin, 'knip')], isSlow: true },
]

const repairs: Check[] = [
  { name: 'format', command: [join(bin, 'biome'), 'check', '--write', '.'] },
  { name: 'generated pages', command: [...own('generate-docs.ts'), '--write'] },
  { name: 'sdk', command: own('generate-sdk.ts') },
  { name: 'sdk for Python', command: own('generate-python-sdk.ts') },
  { name: 'web', command: own('build-web.ts') },
]

export interface Tally {
  passed: number
  failed: number
}

/** Runs checks in a folder, as many at once as there are processors, and prints a line for each as it ends. */
export async function runChecks(
  wanted: readonly Check[],
  root: string,
  print: (text: string) => void,
): Promise<Tally> {
  const waiting = [...wanted]
  const tally = { passed: 0, failed: 0 }
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { ok, output } = await runCheck(check, root)
      const told = check.tells ? `: ${output.trim()}` : ''
      print(ok ? `ok    ${check.name}${told}` : `FAIL  ${check.name}\n${output.trimEnd()}`)
      tally[ok ? 'passed' : 'failed'] += 1
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return tally
}

function runCheck(
  { command: [program, ...args] }: Check,
  root: string,
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    // Tools started by a tool must find the Node that runs us, not the machine's.
    const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) }
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk: string): void => {
      output += chunk
    }
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    child.on('error', (error) => resolve({ ok: false, output: `${program}: ${error.message}` }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

if (import.meta.main) {
  if (process.argv.includes('--fix')) await runChecks(repairs, process.cwd(), print)
  const { failed } = await runChecks(checks, process.cwd(), print)
  if (failed > 0) process.exitCode = 1
}
