// @module-tag slow
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import {
  type Connector,
  type Draft,
  Failure,
  type Power,
  type PublishedPost,
  type Step,
} from '../../connector.ts'
import { powerOf } from '../../of-platform.ts'
import { sandbox } from '../connector.ts'
import { sandboxConformance } from './house.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

interface Mutant {
  does: string
  networkClass: string
  /** The beginning of the title of a promise it must break. */
  breaks: string
  connector: Connector
}

const changed = (step: Step, change: Partial<Draft>) => ({ ...step, draft: { ...step.draft, ...change } })

const mutate = (change: Partial<Connector>): Connector => ({ ...sandbox, ...change })

const failing =
  (kinds: Partial<Record<Failure['kind'], (failure: Failure) => Failure>>): Connector['commit'] =>
  async (step, io) => {
    try {
      return await sandbox.commit(step, io)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      throw kinds[error.kind]?.(error) ?? error
    }
  }

const mutants: Mutant[] = [
  {
    does: 'calls two ways to connect by one name',
    networkClass: 'blind',
    breaks: 'names each way',
    connector: mutate({ connect: [...sandbox.connect, ...sandbox.connect] }),
  },
  {
    does: 'lets anything be added to the form of a way',
    networkClass: 'blind',
    breaks: 'draws a form',
    connector: mutate({ connect: sandbox.connect.map((way) => ({ ...way, fields: Type.Object({}) })) }),
  },
  {
    does: 'writes in the colour of its paper',
    networkClass: 'blind',
    breaks: 'says how a post looks',
    connector: mutate({
      preview: {
        ...sandbox.preview,
        dark: { ...sandbox.preview.dark, muted: sandbox.preview.dark.background },
      },
    }),
  },
  {
    does: 'shows a page in place of its icon',
    networkClass: 'blind',
    breaks: 'has an icon',
    connector: mutate({ preview: { ...sandbox.preview, icon: new URL('../README.md', import.meta.url) } }),
  },
  {
    does: 'sends again by itself when no answer came',
    networkClass: 'blind',
    breaks: 'makes one post, or asks',
    connector: mutate({
      commit: async (step, io) => sandbox.commit(step, io).catch(() => sandbox.commit(step, io)),
    }),
  },
  {
    does: 'sends again although nothing can be known',
    networkClass: 'blind',
    breaks: 'makes one post, or asks',
    connector: mutate({ settle: async () => ({ outcome: 'repeat' }) }),
  },
  {
    does: 'takes what it does not find in a list for proof that nothing is there',
    networkClass: 'list',
    breaks: 'does not take the same words',
    connector: mutate({
      settle: async (step, io) => {
        const settled = await sandbox.settle(step, io)
        return settled.outcome === 'not_found' ? { outcome: 'absent' } : settled
      },
    }),
  },
  {
    does: 'takes any post with the same words for its own',
    networkClass: 'list',
    breaks: 'does not take the same words',
    connector: mutate({ settle: (step, io) => sandbox.settle({ ...step, firstSentAt: new Date(0) }, io) }),
  },
  {
    does: 'takes a lost answer for a refusal',
    networkClass: 'key',
    breaks: 'makes one post, or asks',
    connector: mutate({ commit: failing({ unknown_outcome: () => new Failure('invalid', 'It failed.') }) }),
  },
  {
    does: 'takes a lost answer for a call that never left',
    networkClass: 'blind',
    breaks: 'makes one post, or asks',
    connector: mutate({ commit: failing({ unknown_outcome: () => new Failure('not_sent', 'It failed.') }) }),
  },
  {
    does: 'forgets the key',
    networkClass: 'key',
    breaks: 'makes one post, or asks',
    connector: mutate({
      compose: (step) => ({ ...sandbox.compose(step), headers: { 'content-type': 'application/json' } }),
    }),
  },
  {
    does: 'uses one key for everything',
    networkClass: 'key',
    breaks: 'posts the same words twice',
    connector: mutate({ compose: (step) => sandbox.compose({ ...step, key: '0'.repeat(32) }) }),
  },
  {
    does: 'makes a new container when nobody knows what became of the old one',
    networkClass: 'two_phase',
    breaks: 'makes one post, or asks',
    connector: mutate({ settle: async () => ({ outcome: 'absent' }) }),
  },
  {
    does: 'does not wait for media',
    networkClass: 'blind',
    breaks: 'waits for media',
    connector: mutate({
      prepare: async (step, io) => ({
        outcome: 'ready',
        artefacts: (await sandbox.prepare(step, io)).artefacts,
      }),
    }),
  },
  {
    does: 'drops the alt text',
    networkClass: 'blind',
    breaks: 'shows every number of pictures',
    connector: mutate({
      compose: (step) =>
        sandbox.compose(
          changed(step, { media: step.draft.media.map((medium) => ({ ...medium, altText: '' })) }),
        ),
    }),
  },
  {
    does: 'shows the pictures in another order under the right alt texts',
    networkClass: 'blind',
    breaks: 'shows every number of pictures',
    connector: mutate({
      compose: (step) => {
        const { media } = step.artefacts
        const turned = Array.isArray(media) ? media.toReversed() : []
        return sandbox.compose({ ...step, artefacts: { media: turned } })
      },
    }),
  },
  {
    does: 'leaves out the last of many pictures',
    networkClass: 'blind',
    breaks: 'shows every number of pictures',
    connector: mutate({
      compose: (step) => sandbox.compose(changed(step, { media: step.draft.media.slice(0, 9) })),
    }),
  },
  {
    does: 'changes the words',
    networkClass: 'blind',
    breaks: 'publishes letters of every script',
    connector: mutate({
      compose: (step) => sandbox.compose(changed(step, { text: step.draft.text.normalize('NFD') })),
    }),
  },
  {
    does: 'breaks the thread',
    networkClass: 'blind',
    breaks: 'chains a thread',
    connector: mutate({ compose: (step) => sandbox.compose({ ...step, replyTo: null }) }),
  },
  {
    does: 'answers the first post instead of the one before',
    networkClass: 'blind',
    breaks: 'chains a thread',
    connector: mutate({
      compose: (step) => {
        const root = step.replyTo?.root
        return sandbox.compose({ ...step, replyTo: root ? { root, parent: root } : null })
      },
    }),
  },
  {
    does: 'composes anew each time',
    networkClass: 'blind',
    breaks: 'publishes a text, once',
    connector: mutate({
      compose: (step) => ({ ...sandbox.compose(step), headers: { 'x-at': String(performance.now()) } }),
    }),
  },
  {
    does: 'makes a call of its own beside the commit',
    networkClass: 'blind',
    breaks: 'publishes a text, once',
    connector: mutate({
      commit: async (step, io) => {
        const look = {
          method: 'GET',
          url: 'http://sandbox.internal/profile',
          headers: {},
          body: null,
        } as const
        await io.fetch(look).catch(() => null)
        return sandbox.commit(step, io)
      },
    }),
  },
  {
    does: 'does not say how long to wait',
    networkClass: 'blind',
    breaks: 'says rate_limited',
    connector: mutate({ commit: failing({ rate_limited: () => new Failure('rate_limited', 'Slowly.') }) }),
  },
  {
    does: 'takes seconds for milliseconds',
    networkClass: 'blind',
    breaks: 'says rate_limited',
    connector: mutate({
      commit: failing({
        rate_limited: ({ retryAfterMs }) =>
          new Failure('rate_limited', 'Slowly.', { retryAfterMs: (retryAfterMs ?? 0) / 1_000 }),
      }),
    }),
  },
  {
    does: 'calls an ended token something that may pass',
    networkClass: 'blind',
    breaks: 'says unauthorized',
    connector: mutate({ commit: failing({ unauthorized: () => new Failure('unavailable', 'Later.') }) }),
  },
  {
    does: 'says its token in an error',
    networkClass: 'blind',
    breaks: 'says unauthorized',
    connector: mutate({
      commit: (step, io) =>
        failing({
          unauthorized: () =>
            new Failure('unauthorized', 'No.', { cause: new Error(String(io.credentials.token)) }),
        })(step, io),
    }),
  },
  {
    does: 'waits longer for an answer than the engine does',
    networkClass: 'blind',
    breaks: 'publishes a text, once',
    connector: mutate({ compose: (step) => ({ ...sandbox.compose(step), timeoutMs: 600_000 }) }),
  },
  {
    does: 'publishes a first comment as a post of its own',
    networkClass: 'blind',
    breaks: 'publishes a first comment',
    connector: mutate({
      compose: (step) => sandbox.compose(step.part === 'first_comment' ? { ...step, replyTo: null } : step),
    }),
  },
  {
    does: 'warns of a place that is not in the draft',
    networkClass: 'blind',
    breaks: 'says each problem and warning',
    connector: mutate({
      check: (draft, account) => {
        const nowhere = { pointer: '/caption', code: 'odd', detail: 'This is odd.' }
        return { ...sandbox.check(draft, account), warnings: [nowhere] }
      },
    }),
  },
  {
    does: 'warns without saying of what',
    networkClass: 'blind',
    breaks: 'says each problem and warning',
    connector: mutate({
      check: (draft, account) => {
        const wordless = { pointer: '/text', code: 'odd', detail: '' }
        return { ...sandbox.check(draft, account), warnings: [wordless] }
      },
    }),
  },
  {
    does: 'refuses what it should only warn of',
    networkClass: 'blind',
    breaks: 'says each problem and warning',
    connector: mutate({
      check: (draft, account) => {
        const checked = sandbox.check(draft, account)
        const linked = { pointer: '/text', code: 'no_link_preview', detail: 'It has a link.' }
        return draft.text.includes('https:') ? { ...checked, problems: [linked] } : checked
      },
    }),
  },
  {
    does: 'takes a suspended account for a bad post',
    networkClass: 'blind',
    breaks: 'says account_blocked',
    connector: mutate({ commit: failing({ account_blocked: () => new Failure('forbidden', 'No.') }) }),
  },
  {
    does: 'takes a suspended account for lost access',
    networkClass: 'blind',
    breaks: 'says account_blocked',
    connector: mutate({ commit: failing({ account_blocked: () => new Failure('unauthorized', 'No.') }) }),
  },
  {
    does: 'drops the media that its options name',
    networkClass: 'blind',
    breaks: 'shows the media that its options name',
    connector: mutate({ prepare: (step, io) => sandbox.prepare(changed(step, { optionMedia: [] }), io) }),
  },
  {
    does: 'shows the first picture of the post as its cover',
    networkClass: 'blind',
    breaks: 'shows the media that its options name',
    connector: mutate({
      compose: (step) => {
        const { media } = step.artefacts
        const cover = Array.isArray(media) ? (media[0] ?? null) : null
        return sandbox.compose({ ...step, artefacts: { ...step.artefacts, cover } })
      },
    }),
  },
  {
    does: 'has options that name media, and does not say which',
    networkClass: 'blind',
    breaks: 'shows the media that its options name',
    connector: mutate({ options: Type.Object({}) }),
  },
  {
    does: 'takes two videos where one may stand',
    networkClass: 'blind',
    breaks: 'accepts each set of media',
    connector: mutate({
      limits: (account) => {
        const { media, ...limits } = sandbox.limits(account)
        return {
          ...limits,
          media: { ...media, sets: media.sets.map((set) => ({ ...set, max: set.max + 1 })) },
        }
      },
    }),
  },
  {
    does: 'says a shortest duration that it does not check',
    networkClass: 'blind',
    breaks: 'finds media that are too long',
    connector: mutate({
      limits: (account) => {
        const { media, ...limits } = sandbox.limits(account)
        const kinds = media.kinds.map((kind) => ({
          ...kind,
          minDurationMs: kind.kind === 'video' ? 500 : null,
        }))
        return { ...limits, media: { ...media, kinds } }
      },
    }),
  },
  {
    does: 'finds nothing wrong, ever',
    networkClass: 'blind',
    breaks: 'accepts each set of media',
    connector: mutate({ check: (draft, account) => ({ ...sandbox.check(draft, account), problems: [] }) }),
  },
  {
    does: 'counts UTF-16 units',
    networkClass: 'blind',
    breaks: 'finds a text that is over a second limit',
    connector: mutate({
      check: (draft, account) => {
        const checked = sandbox.check(draft, account)
        const long = { pointer: '/text', code: 'text_too_long', detail: 'Too long.' }
        return draft.text.length > 500 ? { ...checked, problems: [long] } : checked
      },
    }),
  },
  {
    does: 'lets one letter too many through',
    networkClass: 'blind',
    breaks: 'publishes a text at the limit',
    connector: mutate({
      check: (draft, account) => {
        const checked = sandbox.check(draft, account)
        return checked.length.count === 501 ? { ...checked, problems: [] } : checked
      },
    }),
  },
]

const withPower = (power: Power): Connector =>
  mutate({ powers: [...sandbox.powers.filter((own) => own.power !== power.power), power] })

const deletion = powerOf(sandbox, 'delete')
const measurement = powerOf(sandbox, 'measure')
const edition = powerOf(sandbox, 'edit')
if (!deletion || !edition || !measurement) throw new Error('The sandbox lacks a power.')

/** The first post that a mutant edited. */
let first: PublishedPost | null = null

mutants.push(
  {
    does: 'says that it deleted a post that stays',
    networkClass: 'key',
    breaks: 'deletes the post that it is given',
    connector: withPower({ ...deletion, delete: async () => undefined }),
  },
  {
    does: 'fails on a post that is gone already',
    networkClass: 'key',
    breaks: 'takes a post that is gone',
    connector: withPower({
      ...deletion,
      delete: async (post, account, credentials, io) => {
        const fetch: typeof io.fetch = async (request, within) => {
          const answer = await io.fetch(request, within)
          if (answer.status === 404) throw new Failure('invalid', 'There is no such post.')
          return answer
        }
        await deletion.delete(post, account, credentials, { ...io, fetch })
      },
    }),
  },
  {
    does: 'takes any refusal to delete for a post that is gone',
    networkClass: 'key',
    breaks: 'says unauthorized when it may no longer delete',
    connector: withPower({
      ...deletion,
      delete: (...given) => deletion.delete(...given).catch(() => undefined),
    }),
  },
  {
    does: 'says that it edited a post that stays as it was',
    networkClass: 'key',
    breaks: 'sets the text of the post',
    connector: withPower({ ...edition, edit: async () => 'edited' }),
  },
  {
    does: 'adds the new text to the old one',
    networkClass: 'key',
    breaks: 'sets the text of the post',
    connector: withPower({
      ...edition,
      edit: (edit, ...given) => edition.edit({ ...edit, text: `Edit: ${edit.text}` }, ...given),
    }),
  },
  {
    does: 'publishes the new text as another post',
    networkClass: 'key',
    breaks: 'sets the text of the post',
    connector: withPower({
      ...edition,
      edit: async ({ text }, _account, credentials, io) => {
        const headers = {
          authorization: `Bearer ${String(credentials.token)}`,
          'content-type': 'application/json',
        }
        const post = { text, media: [], reply_to: null, poll: null, sensitive: null, language: null }
        const body = JSON.stringify(post)
        await io.fetch({ method: 'POST', url: 'http://sandbox.internal/posts', headers, body })
        return 'edited'
      },
    }),
  },
  {
    does: 'edits the thread from its beginning, whichever part is meant',
    networkClass: 'key',
    breaks: 'sets the text of the post',
    connector: withPower({
      ...edition,
      edit: async (edit, account, credentials, io) => {
        first ??= edit.post
        return edition.edit({ ...edit, post: first }, account, credentials, io)
      },
    }),
  },
  {
    does: 'takes a post that is gone for edited',
    networkClass: 'key',
    breaks: 'finds out that a post',
    connector: withPower({
      ...edition,
      edit: async (...given) => {
        await edition.edit(...given)
        return 'edited'
      },
    }),
  },
  {
    does: 'takes any refusal to edit for a post that is gone',
    networkClass: 'key',
    breaks: 'says unauthorized when it may no longer edit',
    connector: withPower({
      ...edition,
      edit: (...given) => edition.edit(...given).catch(() => 'gone' as const),
    }),
  },
  {
    does: 'can change an option that it does not have',
    networkClass: 'key',
    breaks: 'sets the text of the post',
    connector: withPower({ ...edition, options: ['title'] }),
  },
  {
    does: 'tells the figures in an order of its own',
    networkClass: 'key',
    breaks: 'tells the figures of each post',
    connector: withPower({
      ...measurement,
      measure: async (...given) => (await measurement.measure(...given)).toReversed(),
    }),
  },
  {
    does: 'tells zeros for a post that is gone',
    networkClass: 'key',
    breaks: 'tells the figures of each post',
    connector: withPower({
      ...measurement,
      measure: async (...given) =>
        (await measurement.measure(...given)).map((counts) => counts ?? { views: 0, likes: 0, comments: 0 }),
    }),
  },
)

describe('the promises find out a connector that', () => {
  it.concurrent.each(mutants)('$does', async ({ breaks, networkClass, connector }) => {
    const promise = promises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with ${breaks}.`)
    const setUp = () => sandboxConformance(database.db, { network_class: networkClass }, connector)
    await expect(keepPromise(promise, setUp)).rejects.toThrow()
  })
})
