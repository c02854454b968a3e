import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { identifyThisProcess, isProvenGone, type ProcessIdentity } from './process-identity.ts'

const own = identifyThisProcess()

/** Another process, as it would describe itself. */
async function startOther(command: string): Promise<{ child: ChildProcess; identity: ProcessIdentity }> {
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout ?? child, 'data')
  return { child, identity: identityOf(Number(String(line).trim())) }
}

function identityOf(pid: number): ProcessIdentity {
  if (own === null) throw new Error('This system does not tell who we are.')
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return { ...own, pid, startedAt: Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[19]) }
}

describe.runIf(process.platform === 'linux')('a process', () => {
  it('that runs is not gone, nor are we', async () => {
    const { identity } = await startOther('echo $$; exec sleep 100')
    expect(isProvenGone(identity, own)).toBe(false)
    expect(own && isProvenGone(own, own)).toBe(false)
  })

  it('that was killed is gone', async () => {
    const { child, identity } = await startOther('echo $$; exec sleep 100')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(isProvenGone(identity, own)).toBe(true)
  })

  it('that ended, and whose parent has not asked yet, is gone', async () => {
    const { child, identity } = await startOther('sleep 100 & echo $!; exec sleep 100')
    expect(isProvenGone(identity, own)).toBe(false)
    // A shell may ask what became of its child; `sleep`, which takes its place, never does.
    await expect.poll(() => readFileSync(`/proc/${child.pid}/comm`, 'utf8')).toBe('sleep\n')
    process.kill(identity.pid, 'SIGKILL')
    await expect.poll(() => readFileSync(`/proc/${identity.pid}/stat`, 'utf8')).toContain(') Z ')
    expect(isProvenGone(identity, own)).toBe(true)
  })

  it('is gone when another has its number now', async () => {
    const { identity } = await startOther('echo $$; exec sleep 100')
    expect(isProvenGone({ ...identity, startedAt: identity.startedAt - 1 }, own)).toBe(true)
  })

  it.each([
    ['of another start of a machine', { bootId: 'another' }],
    ['of another namespace', { namespaces: 'pid:[1]' }],
  ])('%s is never proven to be gone', async (_what, elsewhere) => {
    const { child, identity } = await startOther('echo $$; exec sleep 100')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(isProvenGone({ ...identity, ...elsewhere }, own)).toBe(false)
    expect(isProvenGone(identity, null)).toBe(false)
  })
})
