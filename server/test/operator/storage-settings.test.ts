import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { StartError } from '../../src/lib/settings/start-error.ts'
import { crier, freshSettings } from './crier-process.ts'

const bucket = { S3_BUCKET: 'media', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'a-secret' }

test.each([
  [{ STORAGE: 'ftp' }, 'STORAGE is "ftp"; it must be disk or s3.'],
  [
    { STORAGE: 's3' },
    'STORAGE is s3, so S3_BUCKET and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set too.',
  ],
  [{ S3_BUCKET: 'media' }, 'A bucket is set, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set too.'],
  [{ S3_ENDPOINT: 'https://s3.example.org' }, 'A bucket is set, so S3_BUCKET and'],
  [{ ...bucket, S3_BUCKET: 'My Media' }, 'S3_BUCKET is "My Media"; it must have'],
  [{ ...bucket, S3_ENDPOINT: 's3.example.org' }, 'S3_ENDPOINT is "s3.example.org"; it must be an address'],
  [{ ...bucket, S3_REGION: 'eu central' }, 'S3_REGION is "eu central"; it must be'],
  [{ ...bucket, S3_ADDRESSING: 'dns' }, 'S3_ADDRESSING is "dns"; it must be path or host.'],
  [
    { ...bucket, S3_ADDRESSING: 'host', S3_ENDPOINT: 'http://127.0.0.1:9000' },
    'S3_ADDRESSING is host, and S3_ENDPOINT names an IP address',
  ],
  [{ ...bucket, S3_PREFIX: '../other' }, 'S3_PREFIX is "../other"; it must be'],
  [{ ...bucket, S3_PREFIX: '/crier' }, 'S3_PREFIX is "/crier"; it must be'],
  [{ ...bucket, S3_SECRET_ACCESS_KEY: 'a secret' }, 'S3_SECRET_ACCESS_KEY must be visible ASCII'],
  [{ ...bucket, S3_PUBLIC_ENDPOINT: 'ftp://x' }, 'S3_PUBLIC_ENDPOINT is "ftp://x"; it must be'],
  [{ MEDIA_URL: 'media' }, 'MEDIA_URL is "media"; it must be'],
])('%j is refused in a sentence that shows no secret', (env, words) => {
  const refused = refusalOf(() => readConfig(env))
  expect(refused).toContain(words)
  expect(refused).not.toContain('a secret')
})

test('a bucket is reached at the usual address of its region, unless another is set', () => {
  const usual = readConfig({ ...bucket, STORAGE: 's3', S3_REGION: 'eu-central-1', S3_PREFIX: 'a/b' })
  expect(usual).toMatchObject({
    storage: 's3',
    bucket: { endpoint: 'https://s3.eu-central-1.amazonaws.com', addressing: 'path', prefix: 'a/b/' },
  })
  expect(readConfig(bucket)).toMatchObject({ storage: 'disk', bucket: { bucket: 'media', prefix: '' } })
  expect(readConfig({})).toMatchObject({ storage: 'disk', bucket: null, mediaUrl: null })
})

test('media are not moved away from where new ones go', async () => {
  const settings = await freshSettings()
  const move = (env: Record<string, string>, to: string) =>
    crier({ ...settings, ...env }, ['media', 'move', '--to', to])
  expect((await move({}, 's3')).stderr).toContain('No bucket is set.')
  const early = await move(bucket, 's3')
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('Set STORAGE=s3 for every process')])
  expect((await move(bucket, 'tape')).stderr).toContain('--to is "tape"; it must be s3 or disk.')
})

function refusalOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  return 'It was taken.'
}
