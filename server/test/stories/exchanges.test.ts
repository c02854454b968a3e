import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Connector, Failure } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { type FakeServer, startFakeServer } from '../../src/connectors/kit/fakes/fake-server.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import type { JsonObject } from '../../src/lib/json/json.ts'
import { connectByHandle } from '../attacks/hostile-network.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'

const planted = () => `Zq${randomBytes(12).toString('base64url')}/+=x`
/** Secrets of the account and of the app, and others in answers, in the address of a medium and in a path. */
const secrets = {
  token: planted(),
  appSecret: planted(),
  prepared: planted(),
  answered: planted(),
  signature: randomBytes(12).toString('hex'),
  inPath: randomBytes(30).toString('base64url'),
}

let network: FakeServer
let room: Newsroom
const byHandle = connectByHandle('http://telling.example/')
const signIn: typeof byHandle.identify = async (input, io) => ({
  ...(await byHandle.identify(input, io)),
  credentials: { token: secrets.token },
})

beforeAll(async () => {
  network = await startFakeServer({ routes: { '*': answer }, internalError: null })
  const telling: Connector = {
    ...sandbox,
    platform: 'telling',
    name: 'Telling',
    connect: [{ ...byHandle, identify: signIn }],
    networkClass: () => ({ class: 'blind', heldForMs: null }),
    prepare: async ({ draft, artefacts }, io) => {
      await io.fetch({
        method: 'POST',
        url: `${network.url}/containers/${secrets.inPath}?access_token=${encodeURIComponent(secrets.token)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          caption: draft.text,
          image_url: `https://cdn.example/picture.jpg?X-Amz-Signature=${secrets.signature}`,
          client_secret: secrets.appSecret,
          note: `by ${secrets.token}`,
        }).toString(),
      })
      if (draft.text === 'Refused') throw new Failure('invalid', 'Too narrow', { platformCode: '36003' })
      return { outcome: 'ready', artefacts, secrets: { upload: secrets.prepared } }
    },
    compose: ({ draft }) => ({
      method: 'POST',
      url: `${network.url}/posts`,
      headers: {},
      body: JSON.stringify({ text: draft.text, long: 'é'.repeat(draft.text === 'Long' ? 20_000 : 1) }),
    }),
    commit: async (_step, io) => {
      await io.secrets()
      await io.sendOnce({ authorization: `Bearer ${secrets.token}` })
      return { outcome: 'published', remoteId: 'made', url: `${network.url}/made`, reference: null }
    },
    settle: async () => ({ outcome: 'not_found' }),
  }
  room = await openNewsroom({ connectors: [...connectors, telling] })
})
afterAll(async () => {
  await room.stop()
  await network.close()
})

/** A network that repeats everything that it was told, and more. */
function answer({ url }: { url: URL }) {
  const echo = [
    `You said ${secrets.token}, ${url.pathname === '/posts' ? encodeURIComponent(secrets.prepared) : 'this'} and ${Buffer.from(secrets.token).toString('base64')}.`,
    { access_token: secrets.answered, deep: [{ client_secret: secrets.answered }] },
    `See https://user:${secrets.signature}@cdn.example/a?sig=${secrets.signature}#${secrets.signature}`,
  ]
  return url.pathname === '/posts'
    ? { status: 201, json: { id: 'made', echo }, headers: { 'x-fb-trace-id': 'Trace-1' } }
    : {
        status: 400,
        json: { error: { message: 'The picture is too narrow.', code: 36003 }, echo },
        headers: { 'x-request-id': 'req-7' },
      }
}

async function attemptsOf(caption: string) {
  const account = await room.connect('telling', { handle: caption })
  const post = await room.post({ caption, social_accounts: [account] })
  await room.settled(post.id, ['posted', 'failed'])
  const [listed] = await room.results(post.id)
  const { json } = await room.request('GET', `/v1/post-results/${listed?.id}`)
  return {
    attempt: json.attempts[0] as JsonObject & { exchange: JsonObject },
    listed: listed?.attempts[0] as JsonObject | undefined,
  }
}

async function expectNoSecret(shown: unknown): Promise<void> {
  const stored = await room.db.rows<{ text: string }>(room.sql`
    select to_jsonb(c)::text as text from commits c union all select to_jsonb(f)::text from failed_prepares f
    union all select to_jsonb(t)::text from targets t`)
  const text = JSON.stringify(shown) + stored.map((row) => row.text).join('\n')
  expect(text).toContain('exchange')
  for (const [name, secret] of Object.entries(secrets))
    for (const spelling of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      expect(text.includes(spelling.slice(0, 16)), name).toBe(false)
}

it('shows the request and the answer of a send, without a secret', async () => {
  const { attempt, listed } = await attemptsOf('Good morning')
  expect(attempt).toMatchObject({
    stage: 'send',
    outcome: 'published',
    exchange: {
      method: 'POST',
      url: `${network.url}/posts`,
      request_body: '{"text":"Good morning","long":"é"}',
      status_code: 201,
      request_id: 'Trace-1',
      response_body: expect.stringContaining('"id":"made"'),
    },
  })
  expect(attempt.exchange.response_body).toContain('https://cdn.example/a"')
  expect(listed).toMatchObject({
    exchange: { status_code: 201, request_id: 'Trace-1', request_body: null, response_body: null },
  })
  await expectNoSecret([attempt, listed])
})

it('shows the request on which a preparation failed, with the network’s own words and code', async () => {
  const { attempt } = await attemptsOf('Refused')
  expect(attempt).toMatchObject({
    stage: 'prepare',
    outcome: 'failed',
    error: { platform_code: '36003' },
    exchange: {
      url: `${network.url}/containers/[redacted]`,
      status_code: 400,
      request_id: 'req-7',
      request_body: expect.stringContaining('caption=Refused&image_url=https://cdn.example/picture.jpg&'),
      response_body: expect.stringContaining('The picture is too narrow.'),
    },
  })
  await expectNoSecret(attempt)
})

it('keeps no more than the beginning of a long body', async () => {
  const { attempt } = await attemptsOf('Long')
  const body = String(attempt.exchange.request_body)
  expect(body.startsWith('{"text":"Long","long":"éé')).toBe(true)
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4_010)
  expect(body).not.toContain('\uFFFD')
})
