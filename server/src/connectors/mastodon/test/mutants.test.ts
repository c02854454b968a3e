// @module-tag slow
import { describe, expect, it } from 'vitest'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type CommitRequest, type Connector, Failure, type Io } from '../../connector.ts'
import { readArtefacts } from '../artefacts.ts'
import { mastodon } from '../connector.ts'
import type { VariantName } from './fake-variants.ts'
import { mastodonConformance } from './world.ts'

interface Mutant {
  does: string
  on: VariantName
  /** The beginning of the title of a promise it must break. */
  breaks: string
  connector: Connector
}

const lockedClass = { class: 'expiring_key', heldForMs: 900_000 } as const
const mutate = (change: Partial<Connector>): Connector => ({ ...mastodon, ...change })
const onePost = 'makes one post, or asks'
const stillAtWork = 'makes one post although its server was still at work'

/** Looks first, as it should, and then trusts the key whatever the server does with it. */
const repeating: Connector['settle'] = async (step, io) => {
  const settled = await mastodon.settle(step, io)
  return settled.outcome === 'not_found' ? { outcome: 'repeat' } : settled
}

const failing =
  (from: Failure['kind'], to: (failure: Failure) => Failure): Connector['commit'] =>
  async (step, io) => {
    try {
      return await mastodon.commit(step, io)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      throw error.kind === from ? to(error) : error
    }
  }

const saying =
  (change: (fields: Record<string, unknown>) => object): Connector['compose'] =>
  (step): CommitRequest => {
    const commit = mastodon.compose(step)
    return {
      ...commit,
      body: JSON.stringify(change(JSON.parse(String(commit.body)) as Record<string, unknown>)),
    }
  }

const listingAs =
  (status: number, text: string): Connector['settle'] =>
  (step, io) => {
    const answer = { status, headers: {}, text, json: JSON.parse(text) as [] }
    const blind: Io = { ...io, fetch: async (request) => ({ ...(await io.fetch(request)), ...answer }) }
    return mastodon.settle(step, blind)
  }

const mutants: Mutant[] = [
  {
    does: 'sends again by itself when no answer came',
    on: 'gotosocial',
    breaks: onePost,
    connector: mutate({
      commit: async (step, io) => mastodon.commit(step, io).catch(() => mastodon.commit(step, io)),
    }),
  },
  {
    does: 'trusts a key where keys are ignored, and does not look first',
    on: 'gotosocial',
    breaks: onePost,
    connector: mutate({
      networkClass: () => lockedClass,
      settle: async () => ({ outcome: 'repeat' }),
    }),
  },
  {
    does: 'trusts a key where keys are ignored even for the same media',
    on: 'snac',
    breaks: onePost,
    connector: mutate({
      networkClass: () => lockedClass,
      settle: async () => ({ outcome: 'repeat' }),
    }),
  },
  {
    does: 'repeats a key that is stored only once the post is made',
    on: 'hollo',
    breaks: stillAtWork,
    connector: mutate({ networkClass: () => lockedClass, settle: repeating }),
  },
  {
    does: 'repeats a key that an older Mastodon stores only once the post is made',
    on: 'mastodon-old',
    breaks: stillAtWork,
    connector: mutate({ networkClass: () => lockedClass, settle: repeating }),
  },
  {
    does: 'takes what it does not find for proof, while the server is still at work',
    on: 'mastodon-fixed',
    breaks: stillAtWork,
    connector: mutate({
      settle: async (step, io) => {
        const settled = await mastodon.settle(step, io)
        return settled.outcome === 'repeat' ? { outcome: 'absent' } : settled
      },
    }),
  },
  {
    does: 'sends again on a network that can only be listed',
    on: 'gotosocial',
    breaks: onePost,
    connector: mutate({ settle: async () => ({ outcome: 'repeat' }) }),
  },
  {
    does: 'does not look before it sends again, where that is answered with an error for ever',
    on: 'mastodon-2026',
    breaks: onePost,
    connector: mutate({ settle: async () => ({ outcome: 'repeat' }) }),
  },
  {
    does: 'does not look before it sends again, where the key is used up',
    on: 'pixelfed',
    breaks: onePost,
    connector: mutate({ settle: async () => ({ outcome: 'repeat' }) }),
  },
  {
    does: 'takes a list that failed for an empty one, and an empty one for proof',
    on: 'mastodon-old',
    breaks: onePost,
    connector: mutate({
      compose: (step) => ({ ...mastodon.compose(step), headers: { 'content-type': 'application/json' } }),
      settle: listingAs(200, '[]'),
    }),
  },
  {
    does: 'takes what it does not find for proof that nothing is there',
    on: 'gotosocial',
    breaks: 'does not take the same words',
    connector: mutate({
      settle: async (step, io) => {
        const settled = await mastodon.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'absent' } : settled
      },
    }),
  },
  {
    does: 'takes any post with the same words for its own',
    on: 'gotosocial',
    breaks: 'does not take the same words',
    connector: mutate({
      settle: (step, io) =>
        mastodon.settle(
          { ...step, firstSentAt: new Date(0), artefacts: { ...step.artefacts, seen: null } },
          io,
        ),
    }),
  },
  {
    does: 'forgets which posts stood there, on a server that keeps whole seconds',
    on: 'snac',
    breaks: 'does not take the same words',
    connector: mutate({
      settle: (step, io) =>
        mastodon.settle(
          {
            ...step,
            firstSentAt: new Date(Math.floor(step.firstSentAt.getTime() / 1_000) * 1_000 - 1_000),
            artefacts: { ...step.artefacts, seen: null },
          },
          io,
        ),
    }),
  },
  {
    does: 'takes a lost answer for a refusal',
    on: 'mastodon-fixed',
    breaks: onePost,
    connector: mutate({ commit: failing('unknown_outcome', () => new Failure('invalid', 'It failed.')) }),
  },
  {
    does: 'takes an ended token for something that may pass',
    on: 'hollo',
    breaks: 'says unauthorized',
    connector: mutate({ commit: failing('unauthorized', () => new Failure('unavailable', 'Later.')) }),
  },
  {
    does: 'uses one key for everything',
    on: 'mastodon-fixed',
    breaks: 'posts the same words twice',
    connector: mutate({ compose: (step) => mastodon.compose({ ...step, key: '0'.repeat(32) }) }),
  },
  {
    does: 'uses one key for everything, where it is used up',
    on: 'pixelfed',
    breaks: 'posts the same words twice',
    connector: mutate({ compose: (step) => mastodon.compose({ ...step, key: '0'.repeat(32) }) }),
  },
  {
    does: 'makes a new key each time it composes',
    on: 'mastodon-old',
    breaks: 'publishes a text, once',
    connector: mutate({
      compose: (step) => mastodon.compose({ ...step, key: String(performance.now()).padEnd(32, '0') }),
    }),
  },
  {
    does: 'does not wait for media',
    on: 'mastodon-fixed',
    breaks: 'waits for media',
    connector: mutate({
      prepare: async (step, io) => {
        const prepared = await mastodon.prepare(step, io)
        const { media } = readArtefacts(prepared.artefacts)
        return media.length < step.draft.media.length
          ? prepared
          : {
              outcome: 'ready',
              artefacts: {
                ...prepared.artefacts,
                media: JSON.parse(
                  JSON.stringify(prepared.artefacts.media).replaceAll('"is_ready":false', '"is_ready":true'),
                ),
              },
            }
      },
    }),
  },
  {
    does: 'uploads all of them anew each time',
    on: 'mastodon-fixed',
    breaks: 'shows every number',
    connector: mutate({ prepare: (step, io) => mastodon.prepare({ ...step, artefacts: {} }, io) }),
  },
  {
    does: 'drops the alt text',
    on: 'mastodon-fixed',
    breaks: 'shows every number',
    connector: mutate({
      prepare: (step, io) => {
        const media = step.draft.media.map((medium) => ({ ...medium, altText: '' }))
        return mastodon.prepare({ ...step, draft: { ...step.draft, media } }, io)
      },
    }),
  },
  {
    does: 'turns the pictures round',
    on: 'gotosocial',
    breaks: 'shows every number',
    connector: mutate({
      compose: saying((fields) => ({
        ...fields,
        ...(Array.isArray(fields.media_ids) ? { media_ids: fields.media_ids.toReversed() } : {}),
      })),
    }),
  },
  {
    does: 'changes the words',
    on: 'gotosocial',
    breaks: 'publishes letters of every script',
    connector: mutate({
      compose: saying((fields) => ({ ...fields, status: String(fields.status).normalize('NFD') })),
    }),
  },
  {
    does: 'breaks the thread',
    on: 'hollo',
    breaks: 'chains a thread',
    connector: mutate({ compose: (step) => mastodon.compose({ ...step, replyTo: null }) }),
  },
  {
    does: 'answers the first post instead of the one before',
    on: 'mastodon-fixed',
    breaks: 'chains a thread',
    connector: mutate({
      compose: (step) => {
        const root = step.replyTo?.root
        return mastodon.compose({ ...step, replyTo: root ? { root, parent: root } : null })
      },
    }),
  },
  {
    does: 'does not say how long to wait',
    on: 'mastodon-fixed',
    breaks: 'says rate_limited',
    connector: mutate({ commit: failing('rate_limited', () => new Failure('rate_limited', 'Slowly.')) }),
  },
  {
    does: 'says its token in an error',
    on: 'hollo',
    breaks: 'says unauthorized',
    connector: mutate({
      commit: (step, io) =>
        failing(
          'unauthorized',
          () => new Failure('unauthorized', 'No.', { cause: new Error(String(io.credentials.access_token)) }),
        )(step, io),
    }),
  },
  {
    does: 'finds nothing wrong, ever',
    on: 'gotosocial',
    breaks: 'accepts each set of media',
    connector: mutate({ check: (draft, account) => ({ ...mastodon.check(draft, account), problems: [] }) }),
  },
  {
    does: 'lets one letter too many through',
    on: 'mastodon-fixed',
    breaks: 'publishes a text at the limit',
    connector: mutate({
      check: (draft, account) => {
        const checked = mastodon.check(draft, account)
        return checked.length.count === 501 ? { ...checked, problems: [] } : checked
      },
    }),
  },
  {
    does: 'takes everyone’s limits for Mastodon’s, and more than that',
    on: 'mastodon-fixed',
    breaks: 'publishes a text at the limit',
    connector: mutate({
      limits: (account) => {
        const limits = mastodon.limits(account)
        return { ...limits, text: { ...limits.text, max: 5_000 } }
      },
      check: (draft, account) =>
        mastodon.check(draft, {
          ...account,
          settings: { ...account.settings, limits: { max_characters: 5_000 } },
        }),
    }),
  },
]

describe('the promises find out a connector that', () => {
  it.concurrent.each(mutants)('$does ($on)', async ({ on, breaks, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with ${breaks}.`)
    await expect(keepPromise(promise, () => mastodonConformance(on, connector))).rejects.toThrow()
  })
})
