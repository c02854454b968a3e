// @module-tag slow
import { describe, expect, it } from 'vitest'
import { asObject, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { keepPromise, promises } from '../../conformance/describe-conformance.ts'
import { type Connector, Failure } from '../../connector.ts'
import { wordpress } from '../connector.ts'
import { openHouse } from './world.ts'

interface Mutant {
  readonly does: string
  /** The beginning of the title of a promise it must break. */
  readonly breaks: string
  readonly connector: Partial<Connector>
  /** The call that makes its posts public, where it is another one. */
  readonly commits?: string
}

const withoutDraft: Connector['compose'] = ({ account, draft }) => ({
  method: 'POST',
  url: `${account.settings.api_root}wp/v2/posts`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ title: draft.text, content: `<p>${draft.text}</p>`, status: 'publish' }),
})

const takesAnyPost: Connector['commit'] = async (_step, io) => {
  const { authorization } = accessOf(io.credentials)
  const { json } = await io.sendOnce({ authorization })
  const post = asObject(json)
  if (typeof post?.id !== 'number') throw new Failure('unknown_outcome', 'No answer.')
  return { outcome: 'published', remoteId: String(post.id), url: String(post.link), reference: null }
}

function accessOf(credentials: Readonly<Record<string, Json>>) {
  const { user_name, application_password } = credentials
  return {
    authorization: `Basic ${Buffer.from(`${user_name}:${application_password}`).toString('base64')}`,
  }
}

let onlyDraft: JsonObject | null = null
let seenAccess = ''

// A fake that is kinder than WordPress lets these through.
const mutants: readonly Mutant[] = [
  {
    does: 'makes the post with its commit, without a draft',
    breaks: 'makes one post although',
    commits: 'POST /wp/v2/posts',
    connector: {
      prepare: async () => ({ outcome: 'ready', artefacts: {} }),
      compose: withoutDraft,
      commit: takesAnyPost,
      settle: async () => ({ outcome: 'repeat' }),
    },
  },
  {
    does: 'takes a lost answer for a refusal',
    breaks: 'makes one post, or asks',
    connector: {
      commit: (step, io) =>
        wordpress.commit(step, io).catch((error: Error) => {
          throw new Failure('invalid', 'It failed.', { cause: error })
        }),
    },
  },
  {
    does: 'sends again by itself when no answer came',
    breaks: 'makes one post, or asks',
    connector: { commit: (step, io) => wordpress.commit(step, io).catch(() => wordpress.commit(step, io)) },
  },
  {
    does: 'starts over with another draft whatever became of the first',
    breaks: 'makes one post, or asks',
    connector: {
      settle: async () => ({ outcome: 'absent' }),
      prepare: (step, io) =>
        wordpress.prepare({ ...step, key: `${step.key.slice(8)}${Date.now().toString(16).slice(-8)}` }, io),
    },
  },
  {
    does: 'has one draft for all posts',
    breaks: 'posts the same words twice',
    connector: {
      prepare: async (step, io) => {
        if (onlyDraft) return { outcome: 'ready', artefacts: onlyDraft }
        const prepared = await wordpress.prepare(step, io)
        if (prepared.outcome === 'ready') onlyDraft = prepared.artefacts
        return prepared
      },
    },
  },
  {
    does: 'publishes while it prepares',
    breaks: 'says rate_limited',
    connector: {
      prepare: async (step, io) => {
        const prepared = await wordpress.prepare(step, io)
        if (prepared.outcome !== 'ready') return prepared
        const { url, body } = wordpress.compose({ ...step, artefacts: prepared.artefacts })
        const headers = { 'content-type': 'application/json', ...accessOf(io.credentials) }
        // The first is refused as too early, and the second is done.
        for (const _ of [1, 2]) await io.fetch({ method: 'POST', url, headers, body: String(body) })
        return prepared
      },
    },
  },
  {
    does: 'writes its access into the commit',
    breaks: 'publishes a text',
    connector: {
      prepare: (step, io) => {
        seenAccess = String(io.credentials.application_password)
        return wordpress.prepare(step, io)
      },
      compose: (step) => {
        const commit = wordpress.compose(step)
        return { ...commit, headers: { ...commit.headers, 'x-access': seenAccess } }
      },
    },
  },
  {
    does: 'leaves out the pictures',
    breaks: 'shows every number of pictures',
    connector: {
      prepare: (step, io) => wordpress.prepare({ ...step, draft: { ...step.draft, media: [] } }, io),
    },
  },
  {
    does: 'writes the text as HTML',
    breaks: 'publishes letters of every script',
    connector: {
      prepare: (step, io) => {
        const options = { ...step.draft.options, format: 'html' }
        return wordpress.prepare({ ...step, draft: { ...step.draft, options } }, io)
      },
    },
  },
  {
    does: 'deletes nothing, and says that it did',
    breaks: 'deletes the post',
    connector: {
      powers: wordpress.powers.map((power) =>
        power.power === 'delete' ? { ...power, delete: async () => undefined } : power,
      ),
    },
  },
  {
    does: 'counts nothing',
    breaks: 'tells the figures',
    connector: {
      powers: wordpress.powers.map((power) =>
        power.power === 'measure' ? { ...power, measure: async (posts) => posts.map(() => ({})) } : power,
      ),
    },
  },
]

async function openMutant({ connector, commits }: Mutant) {
  const house = await openHouse({ ...wordpress, ...connector })
  if (commits === undefined) return house
  const workOnNext = async (workMs: number) => house.fake.inject(commits, { kind: 'hang_up', workMs })
  return { ...house, world: { ...house.world, workOnNext } }
}

describe('the promises catch a connector that', () => {
  it.concurrent.each(mutants)('$does', async (mutant) => {
    const promise = promises.find(({ title }) => title.startsWith(mutant.breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${mutant.breaks}".`)
    await expect(keepPromise(promise, () => openMutant(mutant))).rejects.toThrow()
  })
})
