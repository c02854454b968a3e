import sharp from 'sharp'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo, type IoFactory } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, IdentifyIo } from '../../connector.ts'
import { origin, website } from '../api.ts'
import { linkedin } from '../connector.ts'
import { type Access, listProfiles } from '../profiles.ts'
import { connectByOauth } from '../sign-in.ts'
import {
  allScopes,
  type FakeLinkedin,
  type FakeOptions,
  memberScopes,
  publishing,
  startFakeLinkedin,
} from './fake.ts'

/** A connected account on a network of its own, for the promises and for tests that go step by step. */
export interface LinkedinHouse extends Conformance {
  readonly outbound: Outbound
  readonly fake: FakeLinkedin
  /** The `io` of signing in, with the operator's app. */
  readonly connectIo: IdentifyIo
}

export const page = 'urn:li:organization:123'
export const member = 'urn:li:person:ada'

/** Opens a house for the person or for their page. */
export async function openHouse(
  who: typeof page | typeof member,
  options: FakeOptions = {},
  connector = linkedin,
): Promise<LinkedinHouse> {
  const scopes = who === page ? allScopes : memberScopes
  const fake = await startFakeLinkedin({ scopes, noticesRepeats: false, ...options })
  const outbound = localOutbound({ [origin]: fake.url, [website]: fake.url })
  const withApp = { app: async () => fake.app }
  const connectIo = { ...identifyIo(outbound), ...withApp }
  const { account, credentials } = await connectAs(who, accessTo(fake), connectIo)
  const byHand = handIo(outbound, credentials)
  const io: IoFactory = (needs) => ({ ...byHand(needs), ...withApp })
  return {
    connector,
    account,
    credentials,
    io,
    options: {},
    world: {
      posts: () => readPublicPosts(fake),
      revoke: async () => fake.revoke(),
      rateLimitNext: async (seconds) => fake.inject(publishing, tooMany(seconds)),
      loseNextAnswer: async () => fake.inject(publishing, { kind: 'lose_answer' }),
      workOnNext: async (ms) => fake.inject(publishing, { kind: 'hang_up', workMs: ms }),
      // A person's access cannot ask how far a medium is.
      slowMedia: who === page ? async () => fake.processMedia(1_000) : null,
      block: null,
      optionMedia: null,
    },
    fake,
    outbound,
    connectIo,
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
}

function accessTo(fake: FakeLinkedin): Access {
  const granted = fake.app.scopes.split(' ')
  return { accessToken: fake.issue(), refreshToken: null, expiresAt: null, granted }
}

async function connectAs(who: string, access: Access, io: IdentifyIo) {
  const found = await listProfiles(access, io)
  const profile = found.find((candidate) => candidate.profile.externalId === who)?.profile
  if (!profile) throw new Error(`${who} is none of the profiles.`)
  const { externalId, username, settings, credentials } = profile
  const account: Account = { id: 'an-account', externalId, username, settings }
  return { account, credentials }
}

/** A person who goes to the page of the fake and comes back. */
export async function openSignIn(
  options: FakeOptions = {},
): Promise<RedirectConformance & { fake: FakeLinkedin }> {
  const fake = await startFakeLinkedin({ scopes: allScopes, ...options })
  const outbound = localOutbound({ [origin]: fake.url, [website]: fake.url })
  const decide = async (url: string, decision: string) => {
    const body = new URLSearchParams({ decision })
    const answer = await fetch(url.replace(website, fake.url), { method: 'POST', body, redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '')
  }
  return {
    fake,
    connect: connectByOauth,
    io: { ...identifyIo(outbound), app: async () => fake.app },
    input: {},
    person: { agree: (url) => decide(url, 'allow'), refuse: (url) => decide(url, 'refuse') },
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
}

/** An answer that the fake gives in place of its own. */
export function answered(status: number, body: object, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  return { kind: 'answer' as const, status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

function tooMany(seconds: number) {
  const message = 'Resource level throttle limit for calls to this resource is reached.'
  return answered(
    429,
    { status: 429, code: 'TOO_MANY_REQUESTS', message },
    { 'retry-after': String(seconds) },
  )
}

function readPublicPosts({ posts }: FakeLinkedin): Promise<PublicPost[]> {
  return Promise.all(
    posts.map(async ({ id, text, media, replyTo }) => {
      const images = await Promise.all(media.map(measure))
      return { id, text, images, replyTo }
    }),
  )
}

async function measure({ bytes, altText }: { bytes: Buffer; altText: string }) {
  const { width, height } = await sharp(bytes).metadata()
  return { altText, width, height }
}
