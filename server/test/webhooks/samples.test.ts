// @module-tag slow
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { until } from '../stories/until.ts'
import { makeEndpoint } from './make-endpoint.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')

let house: House
let receiver: Receiver
/** A request that a receiver got, and the secret of its endpoint. */
let got: { secret: string; body: string; headers: Record<string, string> }
beforeAll(async () => {
  house = await startHouse()
  receiver = await startReceiver()
  const { id, secret } = await makeEndpoint(house, { url: receiver.url })
  expect((await house.request('POST', `/v1/webhook-endpoints/${id}/test`)).status).toBe(200)
  const [first] = await until(
    async () => receiver.received,
    ({ length }) => length > 0,
  )
  got = { secret, body: first?.body ?? '', headers: first?.headers as Record<string, string> }
})
afterAll(async () => {
  await house.stop()
  await receiver.close()
})

/** The sample of a language, from the page as its readers see it. */
function sample(language: string, holding: string): string {
  const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
  const found = blocks.find(([, name, text]) => name === language && text?.includes(holding))
  if (found?.[2] === undefined) throw new Error(`docs/webhooks.md has no sample of ${language}.`)
  return found[2]
}

interface Ran {
  status: number | null
  out: string
  error: string
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}): Ran {
  const ran = spawnSync(program, args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } })
  return { status: ran.status, out: ran.stdout, error: ran.stderr }
}

function has(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0
}

describe('the samples of the page about webhooks', () => {
  const runNode = (holding: string, body: string) => {
    const given = `const [body, headers] = ${JSON.stringify([body, got.headers])}\n`
    const code = `${given}${sample('ts', holding)}\nconsole.log(event.type)`
    return run(process.execPath, ['--input-type=module-typescript', '-e', code], {
      CRIER_WEBHOOK_SECRET: got.secret,
    })
  }

  it.each([
    ['@crier/sdk', 'No signature of the delivery fits the secret.'],
    ['standardwebhooks', 'No matching signature found'],
  ])('verify a request in TypeScript with %s, and refuse a changed one', (library, refusal) => {
    expect(runNode(library, got.body)).toMatchObject({ status: 0, out: 'webhook_endpoint.test\n' })
    const changed = runNode(library, got.body.replace('test', 'best'))
    expect(changed.status).toBe(1)
    expect(changed.error).toContain(refusal)
  })

  // A machine without the Python package still finds a mistake in the language.
  it('are Python that can be read, and that verifies a request where its package is there', () => {
    const code = sample('python', 'standardwebhooks')
    if (!has('python3', '--version')) return
    const compiled = run('python3', ['-c', 'import sys; compile(sys.argv[1], "sample", "exec")', code])
    expect(compiled.error).toBe('')
    if (!has('python3', '-c', 'import standardwebhooks')) return
    const given = [
      'import json, sys',
      'secret, body, headers = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])',
    ]
    const ran = run('python3', [
      '-c',
      `${given.join('\n')}\n${code}\nprint(event["type"])`,
      got.secret,
      got.body,
      JSON.stringify(got.headers),
    ])
    expect(ran).toMatchObject({ status: 0, out: 'webhook_endpoint.test\n' })
  })

  it('compute the signature by hand as it was sent', () => {
    if (!has('openssl', 'version') || !has('sh', '-c', 'command -v xxd')) return
    const ran = run('sh', ['-c', sample('sh', 'openssl dgst')], {
      SECRET: got.secret,
      BODY: got.body,
      WEBHOOK_ID: got.headers['webhook-id'] ?? '',
      WEBHOOK_TIMESTAMP: got.headers['webhook-timestamp'] ?? '',
    })
    expect(ran.error).toBe('')
    expect(`v1,${ran.out.trim()}`).toBe(got.headers['webhook-signature'])
  })
})
