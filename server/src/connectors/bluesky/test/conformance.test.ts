import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { type CuttingProxy, startCuttingProxy } from '../../../../test/servers/cutting-proxy.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import { type Conformance, describeConformance } from '../../conformance/describe-conformance.ts'
import { handIo, type IoFactory } from '../../conformance/hand-io.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import type { Fault } from '../../kit/fakes/fake-server.ts'
import { bluesky } from '../connector.ts'
import { index } from '../measure.ts'
import { connectAccount } from './accounts.ts'
import { type FakeBluesky, startFakeBluesky } from './fake.ts'
import { openOauthHouse } from './oauth-house.ts'
import {
  type BlueskyPds,
  isBlueskyPdsInstalled,
  skipWithoutBlueskyPds,
  startBlueskyPds,
} from './servers/start-pds.ts'
import { readPublicPosts } from './world.ts'

const put = 'com.atproto.repo.putRecord'

describeConformance('bluesky on its fake', async (): Promise<Conformance> => {
  const fake = await startFakeBluesky()
  const outbound = localOutbound({ [index]: fake.url })
  const { did, handle, appPassword } = fake.createAccount('alice.test')
  const { account, credentials } = await connectAccount(outbound, { service: fake.url, handle, appPassword })
  return {
    connector: bluesky,
    account,
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => readPublicPosts(fake.url, did),
      revoke: async () => fake.revoke(did),
      rateLimitNext: async (seconds) => fake.inject(put, { kind: 'answer', ...tooMany(seconds) }),
      loseNextAnswer: async () => fake.inject(put, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(put, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      block: async () => fake.inject(put, { kind: 'answer', ...takenDown }),
      deleteByHand: async (uri) => fake.remove(did, uri),
      engage: (uri) => engage(fake, uri),
      optionMedia: null,
    },
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
})

describeConformance('bluesky by OAuth on its fake', async (): Promise<Conformance> => {
  const { fake, alice, outbound, connect, close } = await openOauthHouse()
  const { account, credentials } = await connect()
  return {
    connector: bluesky,
    account,
    credentials,
    io: handIo(outbound, credentials),
    options: {},
    world: {
      posts: () => readPublicPosts(fake.url, alice.did),
      revoke: async () => fake.revoke(alice.did),
      // With a new nonce the first request of a commit is refused, and the second is the one that counts.
      rateLimitNext: async (seconds) => injectSecond(fake, { kind: 'answer', ...tooMany(seconds) }),
      loseNextAnswer: async () => injectSecond(fake, { kind: 'lose_answer' }),
      workOnNext: async (ms) => injectSecond(fake, { kind: 'hang_up', workMs: ms }),
      slowMedia: null,
      block: async () => injectSecond(fake, { kind: 'answer', ...takenDown }),
      deleteByHand: async (uri) => fake.remove(alice.did, uri),
      engage: (uri) => engage(fake, uri),
      optionMedia: null,
    },
    close,
  }
})

async function engage(fake: FakeBluesky, uri: string) {
  fake.count(uri, { likeCount: 12, replyCount: 4, repostCount: 2, quoteCount: 1, bookmarkCount: 5 })
  return { likes: 12, comments: 4, shares: 3, saves: 5 }
}

function injectSecond(fake: FakeBluesky, fault: Fault): void {
  fake.authorization.rotateNonce()
  fake.inject(put, { kind: 'slow', ms: 0 })
  fake.inject(put, fault)
}

describe('on the real server', () => {
  const jwtSecret = randomBytes(16).toString('hex')
  let pds: BlueskyPds
  let proxy: CuttingProxy

  beforeAll(async () => {
    if (!isBlueskyPdsInstalled()) return
    pds = await startBlueskyPds({ jwtSecret })
    proxy = await startCuttingProxy(pds.url)
  })

  afterAll(async () => {
    await proxy?.stop()
    await pds?.stop()
  })

  beforeEach(skipWithoutBlueskyPds)

  describeConformance('bluesky on its own server', async (): Promise<Conformance> => {
    const outbound = localOutbound()
    const { did, handle, appPassword } = await pds.createAccount({ handle: newHandle() })
    const { account, credentials } = await connectAccount(outbound, {
      service: proxy.url,
      directory: pds.plcUrl,
      handle,
      appPassword,
    })
    let current = credentials
    const io: IoFactory = (needs) => handIo(outbound, current)(needs)
    return {
      connector: bluesky,
      account,
      credentials,
      io,
      options: {},
      world: {
        posts: () => readPublicPosts(pds.url, did),
        revoke: async () => {
          await pds.call('com.atproto.server.deleteSession', {
            token: String(credentials.refresh_jwt),
            isProcedure: true,
          })
          current = { ...credentials, access_jwt: expire(String(credentials.access_jwt), jwtSecret) }
        },
        rateLimitNext: async (seconds) => proxy.cutNext(put, { kind: 'answer', ...tooMany(seconds) }),
        loseNextAnswer: async () => proxy.cutNext(put, { kind: 'after' }),
        workOnNext: async (ms) => proxy.cutNext(put, { kind: 'pass_later', ms }),
        slowMedia: null,
        block: async () => proxy.cutNext(put, { kind: 'answer', ...takenDown }),
        optionMedia: null,
      },
      close: () => outbound.close(),
    }
  })
})

const takenDown = {
  status: 401,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: 'AccountTakedown', message: 'Account has been taken down' }),
}

function newHandle(): string {
  return `a${randomBytes(5).toString('hex')}.test`
}

function tooMany(seconds: number): { status: number; headers: Record<string, string>; body: string } {
  return {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
    body: JSON.stringify({ error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' }),
  }
}

/** The access token with its times two hours back, signed with the server's own secret: the server says that it expired. */
function expire(jwt: string, secret: string): string {
  const [head = '', payload = ''] = jwt.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject
  const past = { ...claims, iat: Number(claims.iat) - 7300, exp: Number(claims.exp) - 7300 }
  const signed = `${head}.${Buffer.from(JSON.stringify(past)).toString('base64url')}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
