import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('sixteen passwords that are hashed at once take the memory of four, each with 64 MiB and three passes', async () => {
  const script = join(import.meta.dirname, '../processes/hash-passwords.ts')
  // With the usual four threads Node itself would do no more at once.
  const env = { ...process.env, UV_THREADPOOL_SIZE: '16' }
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env })
  const { hashes, mostMb }: { hashes: string[]; mostMb: number } = JSON.parse(stdout)
  expect(new Set(hashes).size).toBe(16)
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  // Less than the four of them would mean that the memory was not measured.
  expect(mostMb).toBeGreaterThan(200)
  expect(mostMb).toBeLessThan(450)
})
