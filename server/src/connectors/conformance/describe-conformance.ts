import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../lib/json/json.ts'
import { type Account, type Connector, Failure, type Measured, type Step } from '../connector.ts'
import { addressPromise } from './address-promises.ts'
import { checkPart } from './checking.ts'
import { crashPromise } from './crash-promises.ts'
import type { IoFactory } from './hand-io.ts'
import { limitPromises } from './limit-promises.ts'
import { describeDraft, makePicture, makePictures, mostOf, type Picture } from './pictures.ts'
import { powerPromises } from './power-promises.ts'
import { previewPromises } from './preview-promises.ts'
import { type HandPublished, Misstep, publishByHand } from './publish-by-hand.ts'
import { wayPromises } from './way-promises.ts'

/** One connected account on a network of its own, and a hold on that network. Each promise gets a new one. */
export interface Conformance {
  readonly connector: Connector
  readonly account: Account
  readonly credentials: JsonObject
  /** `handIo(outbound, credentials)`, or the engine's own. */
  readonly io: IoFactory
  readonly world: World
  /** Options that every draft of this platform needs; usually `{}`. */
  readonly options: JsonObject
  close(): Promise<void>
}

/** The network, seen past the connector. */
export interface World {
  /** Everything the account has made public, in any order. */
  posts(): Promise<PublicPost[]>
  /** Ends our access to the account at the network. */
  revoke(): Promise<void>
  /** The next commit is answered 429 and "again in `seconds`"; later ones are accepted. */
  rateLimitNext(seconds: number): Promise<void>
  /** The next commit is carried out and its connection destroyed before a byte of the answer. */
  loseNextAnswer(): Promise<void>
  /** The next commit is left without an answer and takes effect `ms` later, whatever arrives meanwhile. */
  workOnNext(ms: number): Promise<void>
  /** Uploaded media are processed for about a second from now on; null where media are ready when uploaded. */
  readonly slowMedia: (() => Promise<void>) | null
  /** The network suspends the account and refuses its commits; null where it has no sure sign of that. */
  readonly block: (() => Promise<void>) | null
  /** The owner deletes a post at the network, past the connector; null where nobody can. */
  readonly deleteByHand?: ((postId: string) => Promise<void>) | null
  /** People see, like, share and answer a post. Answers the figures that the network has of it then; null where it has none. */
  readonly engage?: ((postId: string) => Promise<Measured>) | null
  /** True where the network has no alt texts, so that its posts show none. */
  readonly hidesAltTexts?: boolean
  /** True where the text beside media cannot be edited, which the power must say. */
  readonly keepsTextsBesideMedia?: boolean
  /** Media in the options of a post; null where no option of the platform names any. */
  readonly optionMedia: OptionMedia | null
}

export interface OptionMedia {
  /** Options that name a picture by this id. */
  naming(mediaId: string): JsonObject
  /** The pictures that a public post shows because its options named them. */
  shown(postId: string): Promise<readonly { readonly width: number; readonly height: number }[]>
  /** The medium of such a post, where only a post with a video shows them; a picture unless given. */
  carrier?(): Promise<Picture>
}

export interface PublicPost {
  /** As the connector calls it: `remoteId`. */
  readonly id: string
  readonly text: string
  readonly images: readonly { readonly altText: string; readonly width: number; readonly height: number }[]
  /** The post it answers to, by `id`. */
  readonly replyTo: string | null
}

export interface ConformancePromise {
  readonly title: string
  /** Rejects when the promise is broken. */
  keep(house: Conformance): Promise<void>
}

/**
 * Holds a connector to every promise of the contract, against a server that stands for its network. `setUp` is called
 * for each; where its houses share nothing they may be tried side by side.
 */
export function describeConformance(
  name: string,
  setUp: () => Promise<Conformance>,
  how: { sideBySide: boolean } = { sideBySide: false },
): void {
  describe(`${name} keeps the promises of a connector`, { concurrent: how.sideBySide }, () => {
    for (const promise of promises) it(promise.title, () => keepPromise(promise, setUp))
  })
}

/** Keeps one promise on a house of its own, which is closed afterwards. */
export async function keepPromise<House extends { close(): Promise<void> }>(
  promise: { keep(house: House): Promise<void> },
  setUp: () => Promise<House>,
): Promise<void> {
  const house = await setUp()
  try {
    await promise.keep(house)
  } finally {
    await house.close()
  }
}

const workOnMs = 1_500

export const promises: readonly ConformancePromise[] = [
  ...wayPromises,
  ...previewPromises,
  {
    title: 'publishes a text, once, and says where it stands',
    keep: async (house) => {
      const text = uniqueText('A plain text')
      const published = await mustPublish(house, { text })
      expect(published.sends).toBe(1)
      expect(URL.canParse(published.post.url), 'the url of the post').toBe(true)
      const [post, ...more] = await postsLike(house, text)
      expect(more).toEqual([])
      expect(post).toMatchObject({ id: published.post.remoteId, text, replyTo: null })
      expect(post?.images.length, 'pictures beside the text').toBe(needsMedia(house) ? 1 : 0)
    },
  },
  {
    title: 'publishes letters of every script, signs and emoji as they were written',
    keep: async (house) => {
      const all = 'Grüße & <b>„quotes"</b> שלום 你好 👩‍👩‍👧‍👦 é 100 %\nsecond line'
      // Some networks take no angle brackets: `check` must say so.
      const hasBrackets = checkPart(house, { text: '<b>' }).problems.length === 0
      const text = uniqueText(hasBrackets ? all : all.replaceAll(/[<>]/g, ''))
      await mustPublish(house, { text })
      expect(await postsLike(house, text)).toHaveLength(1)
    },
  },
  {
    title: 'posts the same words twice for two targets',
    keep: async (house) => {
      const text = uniqueText('The same words')
      const first = await mustPublish(house, { text })
      const second = await mustPublish(house, { text })
      expect(second.post.remoteId).not.toBe(first.post.remoteId)
      expect(await postsLike(house, text)).toHaveLength(2)
    },
  },
  {
    title: 'shows every number of pictures the limits allow, in order, each with its alt text',
    keep: async (house) => {
      const limits = house.connector.limits(house.account)
      const most = mostOf(limits.media, 'image')
      const all = await makePictures(most, limits)
      for (let count = 1; count <= most; count++) await showPictures(house, all.slice(0, count))
    },
  },
  {
    title: 'chains a thread: each part answers the one before it',
    keep: async (house) => {
      if (house.connector.limits(house.account).threadMax < 2) return
      const texts = [uniqueText('First'), uniqueText('Second'), uniqueText('Third')]
      const published: Extract<HandPublished, { outcome: 'published' }>[] = []
      for (const text of texts) {
        const [root, parent] = [published[0]?.post, published.at(-1)?.post]
        published.push(await mustPublish(house, { text, replyTo: root && parent ? { root, parent } : null }))
      }
      for (const [index, text] of texts.entries()) {
        const replyTo = published[index - 1]?.post.remoteId ?? null
        expect(await postsLike(house, text)).toMatchObject([{ id: published[index]?.post.remoteId, replyTo }])
      }
    },
  },
  {
    title: 'publishes a first comment below its post, where the platform has them',
    keep: async (house) => {
      if (!Object.hasOwn(house.connector.options.properties, 'first_comment')) return
      const { post } = await mustPublish(house, { text: uniqueText('A post') })
      const text = uniqueText('Its comment')
      await mustPublish(house, { text, replyTo: { root: post, parent: post }, part: 'first_comment' })
      expect(await postsLike(house, text)).toMatchObject([{ replyTo: post.remoteId }])
    },
  },
  ...limitPromises<Conformance>({
    publishText: async (house, text) => void (await mustPublish(house, { text })),
    unique: uniqueText,
  }),
  {
    title: 'says unauthorized when its access was ended, and nothing is public',
    keep: async (house) => {
      await house.world.revoke()
      const text = uniqueText('Never to be seen')
      const pictures = await makePictures(1, house.connector.limits(house.account))
      for (const shown of [[], pictures]) {
        const driven = await publishRequest(house, { text, pictures: shown })
        expect(driven).toMatchObject({ outcome: 'failed', failure: { kind: 'unauthorized' } })
      }
      expect(await postsLike(house, text)).toEqual([])
    },
  },
  {
    title: 'says account_blocked when the network has suspended the account, and nothing is public',
    keep: async (house) => {
      if (!house.world.block) return
      await house.world.block()
      const text = uniqueText('From a suspended account')
      const driven = await publishRequest(house, { text })
      expect(driven).toMatchObject({ outcome: 'failed', failure: { kind: 'account_blocked' } })
      expect(await postsLike(house, text)).toEqual([])
    },
  },
  {
    title: 'shows the media that its options name in their own place, and the media of the post in theirs',
    keep: async (house) => {
      const { connector, account, world } = house
      const names = JSON.stringify(connector.options).includes('"format":"media-id"')
      expect(world.optionMedia !== null, 'options that name media, beside a world that shows them').toBe(
        names,
      )
      if (!world.optionMedia) return
      const limits = connector.limits(account)
      const [picture] = await makePictures(1, limits)
      const named = await makePicture(1, limits)
      if (!picture) throw new Error('A picture was not made.')
      const text = uniqueText('With a cover')
      const carrier = await world.optionMedia.carrier?.()
      await mustPublish(house, { text, pictures: [carrier ?? picture], named })
      const [post] = await postsLike(house, text)
      expect(post?.images.map(proportionOf)).toEqual(carrier ? [] : [proportionOf(picture.draft)])
      const shown = await world.optionMedia.shown(post?.id ?? '')
      expect(shown.map(proportionOf)).toEqual([proportionOf(named.draft)])
    },
  },
  {
    title: 'says rate_limited with the time to wait, and publishes after it',
    keep: async (house) => {
      await house.world.rateLimitNext(2)
      const text = uniqueText('Not so fast')
      const key = newKey()
      const driven = await publishRequest(house, { text, key })
      expect(driven).toMatchObject({ outcome: 'failed', failure: { kind: 'rate_limited' } })
      const waitMs = driven.outcome === 'failed' ? (driven.failure.retryAfterMs ?? 0) : 0
      expect(waitMs).toBeGreaterThan(500)
      expect(waitMs).toBeLessThanOrEqual(3_000)
      expect(await postsLike(house, text)).toEqual([])
      await pause(waitMs)
      await mustPublish(house, { text, key })
      expect(await postsLike(house, text)).toHaveLength(1)
    },
  },
  {
    title: 'makes one post, or asks where nothing can be read, when the answer to a commit was lost',
    keep: async (house) => {
      const pictures = await makePictures(1, house.connector.limits(house.account))
      for (const shown of [[], pictures]) await loseAnAnswer(house, shown)
    },
  },
  {
    title: 'makes one post although its server was still at work when nothing could be seen',
    keep: async (house) => {
      const text = uniqueText('Still at work')
      await house.world.workOnNext(workOnMs)
      const driven = await publishRequest(house, { text })
      if (driven.outcome !== 'published') expect(driven.outcome, textOfHeard(driven)).toBe('asked')
      // A second request would be done with as much later as it came.
      await pause(2 * workOnMs)
      const ids = (await postsLike(house, text)).map(({ id }) => id)
      expect(ids).toHaveLength(1)
      if (driven.outcome === 'published') expect(ids).toEqual([driven.post.remoteId])
    },
  },
  {
    title: 'does not take the same words of another target for a post that never arrived',
    keep: async (house) => {
      const text = uniqueText('Sent into the void')
      const other = await mustPublish(house, { text })
      const driven = await publishRequest({ ...house, io: losingFirstSend(house.io) }, { text })
      const posts = await postsLike(house, text)
      if (driven.outcome === 'published') expect(driven.post.remoteId).not.toBe(other.post.remoteId)
      else expect(driven.outcome, textOfHeard(driven)).toBe('asked')
      expect(posts).toHaveLength(driven.outcome === 'published' ? 2 : 1)
    },
  },
  {
    title: 'waits for media that are still processed, and publishes nothing before',
    keep: async (house) => {
      if (!house.world.slowMedia) return
      await house.world.slowMedia()
      const text = uniqueText('Worth waiting for')
      const pictures = await makePictures(2, house.connector.limits(house.account))
      const whileWaiting = async () => expect(await postsLike(house, text), 'while it waited').toEqual([])
      const published = await mustPublish(house, { text, pictures, whileWaiting })
      expect(published.waits, 'how often prepare was pending').toBeGreaterThan(0)
      expect(await postsLike(house, text)).toHaveLength(1)
    },
  },
  crashPromise<Conformance>((house, pictures) => showPictures(house, pictures)),
  addressPromise<Conformance>(async (house, pictures) => {
    await mustPublish(house, { text: uniqueText('Fetched from us'), pictures })
  }),
  ...powerPromises<Conformance>({
    publish: async (house, text, replyTo) => (await mustPublish(house, { text, replyTo })).post,
    publishShown: async (house, text) => {
      const limits = house.connector.limits(house.account)
      const pictures = await makePictures(Math.min(2, mostOf(limits.media, 'image')), limits)
      return (await mustPublish(house, { text, pictures })).post
    },
    unique: uniqueText,
  }),
]

interface PublishRequest {
  text: string
  pictures?: readonly Picture[]
  /** A picture that the options name. */
  named?: Picture
  key?: string
  replyTo?: Step['replyTo']
  part?: Step['part']
  whileWaiting?: () => Promise<void>
}

/** Publishes as the engine does, and looks for secrets in every message and error on the way. */
async function publishRequest(house: Conformance, request: PublishRequest): Promise<HandPublished> {
  const { connector, account, io } = house
  const pictures = await picturesFor(house, request)
  const named = request.named ? [request.named] : []
  const naming = request.named && house.world.optionMedia?.naming(request.named.draft.id)
  const options = { ...house.options, ...naming }
  const draft = describeDraft({
    text: request.text,
    media: pictures.map((picture) => picture.draft),
    options,
    optionMedia: named.map((picture) => picture.draft),
  })
  // Where a post needs a medium, what answers one is checked as a part of its thread, not by itself.
  if (!request.replyTo || !needsMedia(house))
    expect(connector.check(draft, account).problems, 'what check finds in a good draft').toEqual([])
  const reported: unknown[] = []
  try {
    return await publishByHand({
      connector,
      account,
      io,
      draft,
      media: new Map([...pictures, ...named].map((picture) => [picture.draft.id, picture.bytes])),
      key: request.key ?? newKey(),
      replyTo: request.replyTo ?? null,
      ...(request.part ? { part: request.part } : {}),
      hear: (what) => reported.push(what),
      whileWaiting: request.whileWaiting ?? (async () => undefined),
    })
  } finally {
    expect(reported.filter((what) => what instanceof Misstep)).toEqual([])
    expectNoSecret(house.credentials, reported)
  }
}

// Where a post needs a medium it gets one; a text alone may answer a post there.
async function picturesFor(house: Conformance, request: PublishRequest): Promise<readonly Picture[]> {
  const pictures = request.pictures ?? []
  if (pictures.length > 0 || request.replyTo || !needsMedia(house)) return pictures
  return makePictures(1, house.connector.limits(house.account))
}

function needsMedia({ connector, account }: Conformance): boolean {
  return connector.limits(account).media.required
}

async function mustPublish(
  house: Conformance,
  request: PublishRequest,
): Promise<Extract<HandPublished, { outcome: 'published' }>> {
  const driven = await publishRequest(house, request)
  if (driven.outcome !== 'published') throw new Error(`It was not published: ${textOfHeard(driven)}`)
  return driven
}

async function postsLike(house: Conformance, text: string): Promise<PublicPost[]> {
  const posts = await house.world.posts()
  return posts.filter((post) => post.text === text)
}

async function showPictures(house: Conformance, pictures: readonly Picture[]): Promise<void> {
  const text = uniqueText(`${pictures.length} pictures`)
  await mustPublish(house, { text, pictures })
  const [post, ...more] = await postsLike(house, text)
  expect(more).toEqual([])
  const altTexts = pictures.map(({ draft }) => (house.world.hidesAltTexts ? '' : draft.altText))
  expect(post?.images.map((image) => image.altText)).toEqual(altTexts)
  for (const [index, { draft }] of pictures.entries()) {
    const shown = post?.images[index]
    const proportion = (draft.width ?? 0) / (draft.height ?? 1)
    expect((shown?.width ?? 0) / (shown?.height ?? 1), `the proportions of picture ${index + 1}`).toBeCloseTo(
      proportion,
      1,
    )
  }
}

async function loseAnAnswer(house: Conformance, pictures: readonly Picture[]): Promise<void> {
  const text = uniqueText('Was it heard?')
  await house.world.loseNextAnswer()
  const driven = await publishRequest(house, { text, pictures })
  const posts = await postsLike(house, text)
  const shown = await picturesFor(house, { text, pictures })
  const draft = describeDraft({
    text,
    media: shown.map((picture) => picture.draft),
    options: house.options,
  })
  if (house.connector.networkClass(house.account, draft).class === 'blind') {
    expect(driven.outcome, textOfHeard(driven)).toBe('asked')
    expect(posts).toHaveLength(1)
    return
  }
  expect(driven.outcome, textOfHeard(driven)).toBe('published')
  expect(posts.map((post) => post.id)).toEqual(driven.outcome === 'published' ? [driven.post.remoteId] : [])
}

/** Pictures are distinguished by their proportions, to a tenth, because a network may scale them. */
function proportionOf({ width, height }: { width: number | null; height: number | null }): string {
  return ((width ?? 0) / (height ?? 1)).toFixed(1)
}

/** The first commit gets lost on its way: nobody knows, and nothing arrived. */
function losingFirstSend(io: IoFactory): IoFactory {
  let isLost = false
  return (needs) => {
    const whole = io(needs)
    const lose = () => {
      isLost = true
      return Promise.reject(new Failure('unknown_outcome', 'The connection broke.'))
    }
    return { ...whole, sendOnce: (credentials) => (isLost ? whole.sendOnce(credentials) : lose()) }
  }
}

function expectNoSecret(credentials: JsonObject, reported: readonly unknown[]): void {
  const secrets = Object.values(credentials).filter(
    (value): value is string => typeof value === 'string' && value.length >= 12,
  )
  const text = reported.map(textOfHeard).join('\n')
  for (const secret of secrets) {
    // An account's own id and address may be beside its secrets.
    if (/^(?:did:|https?:)/.test(secret)) continue
    expect(text.includes(secret), 'a secret stands in an error or a commit').toBe(false)
  }
}

function textOfHeard(what: unknown): string {
  if (!(what instanceof Error)) return typeof what === 'string' ? what : JSON.stringify(what)
  const more = JSON.stringify(Object.fromEntries(Object.entries(what).filter(([name]) => name !== 'cause')))
  return `${what.stack ?? what.message} ${more} ${what.cause === undefined ? '' : textOfHeard(what.cause)}`
}

function newKey(): string {
  return randomBytes(16).toString('hex')
}

function uniqueText(text: string): string {
  return `${text} ${randomBytes(4).toString('hex')}`
}
