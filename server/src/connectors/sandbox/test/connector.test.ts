import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { newId } from '../../../lib/id.ts'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import type { OutboundAnswer } from '../../../lib/safe-fetch/outbound.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Account, CommitStep, Draft, DraftMedia, Failure, Io } from '../../connector.ts'
import { connectByName } from '../connect.ts'
import { sandbox } from '../connector.ts'
import { accountOf, publicUrl, type SandboxHouse, startSandboxHouse } from './house.ts'

let database: TestDatabase
let house: SandboxHouse

beforeAll(async () => {
  database = await createTestDatabase()
  house = await startSandboxHouse(database.db)
})

afterAll(async () => {
  await house.close()
  await database.drop()
})

const account: Account = { id: 'a', externalId: 'b', username: 'harbour', settings: {} }

function draft(change: Partial<Draft> = {}): Draft {
  return describeDraft({ text: 'Ahoy', ...change })
}

/** `pointer code` of each problem. */
function problems(change: Partial<Draft>): string[] {
  return sandbox
    .check(draft({ mayFit: false, ...change }), account)
    .problems.map(({ pointer, code }) => `${pointer} ${code}`)
}

const image = (change: Partial<DraftMedia> = {}) => ({ ...describeMedia('image', 'image/jpeg'), ...change })

describe('what the sandbox finds in a draft', () => {
  it('is nothing in a good one, with every kind of option', () => {
    const options = {
      poll: { options: ['Tea', 'Coffee'], duration_minutes: 5 },
      first_comment: 'And a biscuit?',
      sensitive: true,
      language: 'zh-Hant-TW',
    }
    const thread = [{ text: '', media: [image()] }]
    expect(problems({ options, thread })).toEqual([])
  })

  it.each<[string, Partial<Draft>, string[]]>([
    ['a NUL', { text: 'a\0' }, ['/text text_invalid']],
    ['half a letter', { text: '\udc00' }, ['/text text_invalid']],
    ['nothing but blanks', { text: ' \u3000 ' }, ['/text empty']],
    ['one picture twice', { media: [image({ id: 'x' }), image({ id: 'x' })] }, ['/media media_repeated']],
    ['HEIC', { media: [image({ mimeType: 'image/heic' })] }, ['/media/0 media_type_unknown']],
    [
      'a picture that says it is a video',
      { media: [{ ...image(), kind: 'video' }] },
      ['/media/0 media_type_unknown'],
    ],
    [
      'a broken description',
      { media: [image(), image({ altText: '\0' })] },
      ['/media/1/alt_text text_invalid'],
    ],
    ['an empty part', { thread: [{ text: ' ', media: [] }] }, ['/thread/0/text empty']],
    [
      'a document in a thread',
      { thread: [{ text: 'x', media: [describeMedia('document', 'application/pdf')] }] },
      ['/thread/0/media/0 media_type_unknown'],
    ],
    [
      'a long comment',
      { options: { first_comment: 'a'.repeat(501) } },
      ['/options/first_comment text_too_long'],
    ],
    ['a blank comment', { options: { first_comment: ' ' } }, ['/options/first_comment empty']],
    ['no language', { options: { language: 'no language' } }, ['/options/language language_invalid']],
    [
      'a choice that is too long',
      { options: { poll: { options: ['a', 'b'.repeat(51)], duration_minutes: 5 } } },
      ['/options/poll/options/1 poll_invalid'],
    ],
    [
      'a choice twice',
      { options: { poll: { options: ['a', ' a'], duration_minutes: 5 } } },
      ['/options/poll/options/1 poll_invalid'],
    ],
  ])('is %s', (_what, change, found) => {
    expect(problems(change)).toEqual(found)
  })

  it('marks links, mentions, hashtags and what is over the limit, never half of a letter', () => {
    const family = '👩‍👩‍👧‍👦'
    const text = `@ann #boats https://a.example ${'a'.repeat(470)}${family}`
    const { ranges, length } = sandbox.check(draft({ text }), account)
    expect(length).toEqual({ count: 501, max: 500, unit: 'grapheme' })
    expect(ranges.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['mention', '@ann'],
      ['hashtag', '#boats'],
      ['link', 'https://a.example'],
      ['over', family],
    ])
  })
})

/** An Io whose commit is answered so. */
const empty: OutboundAnswer = { status: 200, headers: {}, bytes: new Uint8Array(), text: '', json: null }

function answering(answer: Partial<OutboundAnswer> & { json?: Json }): Io {
  const io = handIo(house.outbound, { token: 'sandbox_secret_token' })({ commit: null, media: new Map() })
  return { ...io, sendOnce: async () => ({ ...empty, ...answer }) }
}

function sent(change: Partial<CommitStep> = {}): CommitStep {
  const step = {
    key: '0'.repeat(32),
    account,
    draft: draft(),
    artefacts: { media: [] },
    replyTo: null,
    part: 'post' as const,
    resultId: newId(),
    dueAt: new Date(),
  }
  const commit = sandbox.compose(step)
  return { ...step, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0, ...change }
}

async function failureOf(answer: Partial<OutboundAnswer> & { json?: Json }): Promise<string> {
  const failure = await sandbox.commit(sent(), answering(answer)).catch((error: unknown) => error as Failure)
  return 'kind' in failure ? failure.kind : 'none'
}

const refused = (status: number, code: string, headers = {}) => ({
  status,
  headers,
  json: { error: { code } },
})

describe('what the sandbox makes of an answer to a commit', () => {
  it.each<[string, Partial<OutboundAnswer> & { json?: Json }, string]>([
    ['a refusal of the content', refused(422, 'refused'), 'invalid'],
    ['a text too long', refused(422, 'text_too_long'), 'invalid'],
    ['a body too large', refused(413, 'too_large'), 'invalid'],
    ['an ended token', refused(401, 'token_invalid'), 'unauthorized'],
    ['something not offered', refused(403, 'not_offered'), 'forbidden'],
    ['a rate limit', refused(429, 'rate_limited', { 'retry-after': '7' }), 'rate_limited'],
    ['a 422 nobody knows', refused(422, 'duplicate'), 'unknown_outcome'],
    ['a 401 of a gateway', { status: 401, json: null }, 'unknown_outcome'],
    ['a 403 of a gateway', { status: 403, text: '<html>' }, 'unknown_outcome'],
    ['a 429 of a gateway', { status: 429 }, 'unknown_outcome'],
    ['a 400 without a code', { status: 400, json: {} }, 'unknown_outcome'],
    ['a known code under another status', refused(500, 'refused'), 'unknown_outcome'],
    ['a code that is no text', { status: 422, json: { error: { code: 7 } } }, 'unknown_outcome'],
    ['an error that is a text', { status: 422, json: { error: 'refused' } }, 'unknown_outcome'],
    ['a used key', refused(409, 'key_used'), 'unknown_outcome'],
    ['a published container', refused(409, 'container_published'), 'unknown_outcome'],
    ['an expired container', refused(410, 'container_expired'), 'unknown_outcome'],
    ['a missing container', refused(404, 'container_not_found'), 'unknown_outcome'],
    ['408', { status: 408 }, 'unknown_outcome'],
    ['421', refused(421, 'wrong_host'), 'unknown_outcome'],
    ['500', { status: 500 }, 'unknown_outcome'],
    ['502', { status: 502, text: 'Bad gateway' }, 'unknown_outcome'],
    ['503', refused(503, 'unavailable'), 'unknown_outcome'],
    ['504', { status: 504 }, 'unknown_outcome'],
    ['a redirect', { status: 302, headers: { location: 'http://elsewhere.example' } }, 'unknown_outcome'],
    ['200 with nothing', { status: 200 }, 'unknown_outcome'],
    ['200 with a post', { status: 200, json: { id: 'x', url: 'http://x' } }, 'unknown_outcome'],
    ['201 without an id', { status: 201, json: { url: 'http://x' } }, 'unknown_outcome'],
    ['201 without a url', { status: 201, json: { id: 'x' } }, 'unknown_outcome'],
    ['201 that cannot be read', { status: 201, text: '{"id":' }, 'unknown_outcome'],
    ['201 with a list', { status: 201, json: [{ id: 'x', url: 'http://x' }] }, 'unknown_outcome'],
    ['202 without a submission', { status: 202, json: {} }, 'unknown_outcome'],
    ['a post', { status: 201, json: { id: 'x', url: 'http://x' } }, 'none'],
    ['an acceptance', { status: 202, json: { submission: 'x', again_in_ms: 10 } }, 'none'],
  ])('%s is %s', async (_what, answer, kind) => {
    expect(await failureOf(answer)).toBe(kind)
  })

  it('says how long to wait, or that it was not said', async () => {
    const waits = await Promise.all(
      ['7', '0', 'soon', ''].map(async (wait) => {
        const io = answering(refused(429, 'rate_limited', wait ? { 'retry-after': wait } : {}))
        return sandbox.commit(sent(), io).catch((error: unknown) => (error as Failure).retryAfterMs)
      }),
    )
    expect(waits).toEqual([7_000, 0, null, null])
  })
})

describe('what the sandbox composes', () => {
  it('holds no credential and no port, and a key only where keys are kept', () => {
    for (const network_class of ['key', 'expiring_key', 'two_phase', 'list', 'blind']) {
      const { key, draft: words, replyTo } = sent()
      const artefacts = { media: [], container: randomUUID() }
      const step = {
        key,
        draft: words,
        replyTo,
        artefacts,
        account: { ...account, settings: { network_class } },
      }
      const commit = sandbox.compose({ ...sent(), ...step })
      expect(new URL(commit.url).host).toBe('sandbox.internal')
      expect('authorization' in commit.headers).toBe(false)
      expect('idempotency-key' in commit.headers).toBe(network_class.endsWith('key'))
    }
  })
})

describe('what the sandbox settles by reading', () => {
  async function post(credentials: JsonObject, text: string, settings: JsonObject): Promise<void> {
    const step = { ...sent(), account: { ...account, settings }, draft: draft({ text }) }
    const commit = sandbox.compose(step)
    await sandbox.commit(
      { ...step, commit },
      handIo(house.outbound, credentials)({ commit, media: new Map() }),
    )
  }

  it('several posts with the same words since the first send are named, not chosen from', async () => {
    const { credentials, settings } = await house.connect({ name: 'Twins', network_class: 'list' })
    const firstSentAt = new Date()
    await post(credentials, 'Twice', settings)
    await post(credentials, 'Twice', settings)
    await post(credentials, 'Once', settings)
    const io = handIo(house.outbound, credentials)({ commit: null, media: new Map() })
    const at = (text: string, change: Partial<CommitStep> = {}) =>
      sandbox.settle(
        { ...sent(), account: { ...account, settings }, draft: draft({ text }), firstSentAt, ...change },
        io,
      )
    expect(await at('Twice')).toMatchObject({
      outcome: 'several',
      posts: [1, 2].map(() => ({ remoteId: expect.any(String), url: expect.any(String), reference: null })),
    })
    expect(await at('Once')).toMatchObject({ outcome: 'published' })
    expect(await at('Never')).toEqual({ outcome: 'not_found' })
    expect(await at('Once', { firstSentAt: new Date(Date.now() + 1_000) })).toEqual({ outcome: 'not_found' })
    const parent = { remoteId: randomUUID(), url: 'http://x', reference: null }
    expect(await at('Once', { replyTo: { root: parent, parent } })).toEqual({ outcome: 'not_found' })
    expect(await at('Once', { artefacts: { media: [randomUUID()] } })).toEqual({ outcome: 'not_found' })
  })

  it('what is not found is sent again under the key it was sent with, if it had one', async () => {
    const form = { name: 'Old key', network_class: 'expiring_key', lifetime_ms: 1_000 }
    const { credentials, settings } = await house.connect(form)
    const io = handIo(house.outbound, credentials)({ commit: null, media: new Map() })
    const keyed = { ...sent(), account: { ...account, settings } }
    const commit = sandbox.compose(keyed)
    const at = (change: Partial<CommitStep> = {}) => sandbox.settle({ ...keyed, commit, ...change }, io)
    expect(await at()).toEqual({ outcome: 'repeat' })
    // Sent while it kept no keys: the same again would be a second post.
    expect(await at({ commit: { ...commit, headers: {} } })).toEqual({ outcome: 'not_found' })
  })

  it('an account with a class nobody knows is treated as blind', async () => {
    const strange = { ...account, settings: { network_class: 'constructor' } }
    expect(sandbox.networkClass(strange, draft())).toEqual({ class: 'blind', heldForMs: null })
  })
})

describe('connecting to the sandbox', () => {
  it('gives an account its name, its page and its behaviour, and a secret nowhere else', async () => {
    const identified = await house.connect({
      name: ' Åsa’s Bakery! ',
      network_class: 'key',
      behavior: 'hang',
    })
    expect(identified).toMatchObject({
      username: 'åsa-s-bakery',
      displayName: 'Åsa’s Bakery!',
      profileUrl: `${publicUrl}/sandbox/${identified.externalId}`,
      settings: { network_class: 'key', behavior: 'hang' },
      expiresAt: null,
    })
    const { credentials, ...shown } = identified
    expect(JSON.stringify(shown)).not.toContain(String(credentials.token))
  })

  it('keeps the class of a profile that is connected again without one', async () => {
    await house.connect({ name: 'Again', network_class: 'list', behavior: 'refuse' }, 'one space')
    const { settings } = await house.connect({ name: 'Again' }, 'one space')
    expect(settings).toMatchObject({ network_class: 'list', behavior: 'succeed' })
  })

  it.each([{ name: '' }, { name: '  ' }, {}, { name: 'x', color: 'red' }, { name: 'x', times: 0 }])(
    'refuses %j',
    async (form) => {
      await expect(house.connect(form)).rejects.toMatchObject({ kind: 'invalid' })
    },
  )

  it('ends our access, twice if need be', async () => {
    const identified = await house.connect({ name: 'Goodbye' })
    const io = house.identifyIo('x')
    const known = accountOf(identified)
    await connectByName.revoke(known, identified.credentials, io)
    await connectByName.revoke(known, identified.credentials, io)
    const refresh = connectByName.refresh(known, identified.credentials, io)
    await expect(refresh).rejects.toMatchObject({ kind: 'unauthorized' })
  })
})
