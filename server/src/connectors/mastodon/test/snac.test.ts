import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { needs, skipWithout } from '../../../../../scripts/test-needs.ts'
import { type CuttingProxy, startCuttingProxy } from '../../../../test/servers/cutting-proxy.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { plainText } from '../../../lib/web-page/plain-text.ts'
import {
  type Conformance,
  describeConformance,
  type PublicPost,
} from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { describeDraft, makePictures } from '../../conformance/pictures.ts'
import type { Account, CommitStep, Draft } from '../../connector.ts'
import { mastodon } from '../connector.ts'
import { oneRequest, type Snac, startSnac } from './servers/start-snac.ts'
import { failureOf } from './steps.ts'
import { connectAccount, tooMany } from './world.ts'

const statuses = '/api/v1/statuses'

let snac: Snac
let proxy: CuttingProxy
let outbound: Outbound

beforeAll(async () => {
  if (!needs.find(({ what }) => what === 'snac server')?.isHere()) return
  snac = await startSnac()
  proxy = await startCuttingProxy(snac.url)
  outbound = localOutbound()
})

afterAll(async () => {
  await outbound?.close()
  await proxy?.stop()
  await snac?.stop()
})

beforeEach(skipWithout('snac server'))

describeConformance('mastodon on a real snac2', async (): Promise<Conformance> => {
  const token = await snac.join(newName())
  const found = await connectAccount(outbound, { instance: proxy.url, token })
  const { credentials } = found
  // The server takes a quarter of a minute for a text of the 100,000 characters that it allows.
  const account = {
    ...found.account,
    settings: { ...found.account.settings, limits: { max_characters: 5_000 } },
  }
  let current = credentials
  return {
    connector: mastodon,
    account,
    credentials,
    io: (needs) => handIo(outbound, current)(needs),
    options: {},
    world: {
      posts: () => readPosts(account, token),
      revoke: async () => {
        current = { access_token: randomBytes(16).toString('hex') }
      },
      rateLimitNext: async (seconds) => proxy.cutNext(statuses, tooMany(seconds)),
      loseNextAnswer: async () => proxy.cutNext(statuses, { kind: 'after' }),
      workOnNext: async (ms) => proxy.cutNext(statuses, { kind: 'pass_later', ms }),
      slowMedia: null,
      block: null,
      optionMedia: null,
    },
    close: async () => undefined,
  }
})

describe('on a real snac2', () => {
  let account: Account
  let credentials: JsonObject
  let token: string

  beforeEach(async () => {
    token = await snac.join(newName())
    ;({ account, credentials } = await connectAccount(outbound, { instance: proxy.url, token }))
  })

  test('its own limits and its class are found: it knows no keys', () => {
    expect(account.settings).toMatchObject({ software: 'snac', limits: { max_characters: 100_000 } })
    expect(mastodon.networkClass(account, draftOf({})).class).toBe('list')
  })

  test.each(['before', 'after', 'midway'] as const)(
    'an answer cut %s ends in one post, or a question',
    async (kind) => {
      const step = await readyToSend({ text: `Was it heard? ${kind}` })
      proxy.cutNext(statuses, { kind })
      expect((await failureOf(mastodon.commit(step, io(step)))).kind).toBe('unknown_outcome')
      const settled = await mastodon.settle(step, io(step))
      const posts = await readPosts(account, token)
      if (kind === 'before') expect([settled, posts]).toEqual([{ outcome: 'not_found' }, []])
      else expect(settled).toMatchObject({ outcome: 'published', remoteId: posts[0]?.id })
    },
  )

  test('a post with media is found by what they are, although it gives them other ids', async () => {
    const pictures = await makePictures(2, mastodon.limits(account))
    const bytes = new Map(pictures.map(({ draft, bytes }) => [draft.id, bytes]))
    const step = await readyToSend({ text: '', media: pictures.map(({ draft }) => draft) }, bytes)
    proxy.cutNext(statuses, { kind: 'after' })
    expect((await failureOf(mastodon.commit(step, io(step)))).kind).toBe('unknown_outcome')
    expect(await mastodon.settle(step, io(step))).toMatchObject({ outcome: 'published' })
  })

  test('a repeated commit does post again, which is why it is never sent twice', async () => {
    const step = await readyToSend({ text: 'Twice' })
    await mastodon.commit(step, io(step))
    await mastodon.commit(step, io(step))
    expect(await readPosts(account, token)).toHaveLength(2)
    expect(await mastodon.settle(step, io(step))).toMatchObject({ outcome: 'several' })
  })

  test('warning and sensitivity are kept; the language is the account’s own', async () => {
    const options = { spoiler_text: 'Careful', sensitive: true, language: 'de', visibility: 'public' }
    const step = await readyToSend({ text: 'Words', options })
    await mastodon.commit(step, io(step))
    const [post] = await list(account, token)
    expect(post).toMatchObject({ spoiler_text: 'Careful', sensitive: true, language: 'en' })
  })

  function io(step: CommitStep | null, media = new Map<string, Uint8Array>()) {
    return handIo(outbound, credentials)({ commit: step?.commit ?? null, media })
  }

  async function readyToSend(
    draft: Partial<Draft>,
    media = new Map<string, Uint8Array>(),
  ): Promise<CommitStep> {
    const key = randomBytes(16).toString('hex')
    const first = {
      key,
      resultId: 'a-result',
      account,
      draft: draftOf(draft),
      dueAt: new Date(),
      replyTo: null,
      part: 'post' as const,
    }
    let artefacts: JsonObject = {}
    for (;;) {
      const prepared = await mastodon.prepare({ ...first, artefacts }, io(null, media))
      artefacts = prepared.artefacts
      if (prepared.outcome !== 'ready') continue
      const step = { ...first, artefacts }
      return {
        ...step,
        commit: mastodon.compose(step),
        firstSentAt: new Date(),
        sends: 1,
        ref: null,
        looks: 0,
      }
    }
  }
})

function draftOf(draft: Partial<Draft>): Draft {
  return describeDraft(draft)
}

function newName(): string {
  return `a${randomBytes(5).toString('hex')}`
}

interface Shown {
  id: string
  text: string
  content: string
  in_reply_to_id: string | null
  media_attachments: { url: string; description: string }[]
}

async function list(account: Account, token: string): Promise<Shown[]> {
  const path = `/api/v1/accounts/${account.settings.account_id}/statuses?limit=40`
  const answer = await fetch(snac.url + path, {
    headers: { authorization: `Bearer ${token}`, ...oneRequest },
  })
  return JSON.parse(await answer.text()) as Shown[]
}

async function readPosts(account: Account, token: string): Promise<PublicPost[]> {
  return Promise.all(
    (await list(account, token)).map(async ({ id, text, content, in_reply_to_id, media_attachments }) => ({
      id,
      text: text || plainText(content),
      images: await Promise.all(media_attachments.map(({ url, description }) => measure(url, description))),
      replyTo: in_reply_to_id,
    })),
  )
}

async function measure(url: string, altText: string): Promise<PublicPost['images'][number]> {
  const answer = await fetch(url, { headers: oneRequest })
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return { altText, width, height }
}
