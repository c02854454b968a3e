// @module-tag slow
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { setSubscription } from '../../server/src/billing/set-subscription.ts'
import { type House, startHouse } from '../../server/test/house.ts'

const folder = import.meta.dirname
const files = readdirSync(folder).filter((name) => /^test_.*\.py$/.test(name))

let house: House
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  if (!isHere('python3')) return
  house = await startHouse()
  const poor = await house.newTenant()
  await setSubscription(house.db, poor.workspaceId, 'inactive', 'operator')
  env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    CRIER_URL: house.url,
    CRIER_API_KEY: house.testKey,
    CRIER_ACCOUNT: await house.connect('sandbox', { name: 'Harbour' }, 'test'),
    CRIER_READ_KEY: (await house.key({ scopes: ['read'], mode: 'test' })).key,
    CRIER_UNPAID_KEY: poor.liveKey,
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUTF8: '1',
  }
})
afterAll(async () => house?.stop())
beforeEach(skipWithout('python3'))

interface Ran {
  readonly code: number | null
  readonly said: string
}

/** Runs the tests of one file. The house is in this process, so that must go on meanwhile. */
function run(file: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const args = ['-W', 'error::ResourceWarning', '-W', 'error::DeprecationWarning', '-m', 'unittest', file]
    const python = spawn('python3', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [python.stdout, python.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    python.on('error', reject)
    python.on('close', (code) => resolve({ code, said }))
  })
}

test.for(files)('%s', async (file, context) => {
  if (file === 'test_pip.py') skipWithout('pip')(context)
  const { code, said } = await run(file)
  expect(code, said).toBe(0)
  // A file in which no test was found would pass.
  expect(said).toMatch(/^Ran [1-9]\d* tests? in/m)
  expect(said).toMatch(/^OK$/m)
  // An error in a finalizer is only printed.
  expect(said).not.toMatch(/Exception ignored|Warning/)
})
