import { asObject } from '../../lib/json/json.ts'
import { type DraftMedia, Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { askTumblr, blogIdOf, blogPath, isGone, mustSucceed, responseOf } from './api.ts'
import { type Artefacts, type FileToSend, readArtefacts, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { listPosts } from './own-posts.ts'
import { refuseOverQuota } from './quota.ts'
import { readToken } from './settings.ts'
import { namesIn } from './text-blocks.ts'

/**
 * Goes one step: makes a file fit, or looks for a blog that is mentioned. At last it asks what is left of the day, and lists the
 * newest posts, so that none of them is ever taken for ours. Files go with the post itself, so nothing is uploaded. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const { draft, account } = step
  const known = readArtefacts(step.artefacts)
  const token = readToken(io.credentials)
  const medium = draft.media[known.files.length]
  if (medium) {
    const made = await takeFitting(medium, limits(account), step, io)
    if (made.state === 'pending') return pending(known, made.againInMs)
    return pending({ ...known, files: [...known.files, toSend(made.medium)] }, 0)
  }
  const name = namesIn(draft.text)[known.blogs.length]
  if (name !== undefined) {
    const blogId = await findBlog(name, token, io)
    return pending({ ...known, blogs: [...known.blogs, { name, blogId }] }, 0)
  }
  await refuseOverQuota(draft, token, io)
  const { posts } = await listPosts(account.externalId, 0, token, io)
  return { outcome: 'ready', artefacts: writeArtefacts({ ...known, seen: posts.map(({ id }) => id) }) }
}

function pending(known: Artefacts, againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts({ ...known, seen: null }), againInMs }
}

function toSend({ id: mediaId, kind, mimeType, bytes, altText, width, height }: DraftMedia): FileToSend {
  return { mediaId, kind, mimeType, bytes, altText, width, height }
}

/** The lasting id of the blog of this name; null where there is none. Source: api.md, `/info`. @throws Failure */
async function findBlog(name: string, token: string, io: Io): Promise<string | null> {
  const answer = await askTumblr({ path: `${blogPath(name)}/info` }, token, io)
  if (isGone(answer)) return null
  const blogId = blogIdOf(asObject(responseOf(mustSucceed(answer, token, io))?.blog)?.uuid)
  if (blogId !== null) return blogId
  throw new Failure('unavailable', 'Tumblr does not say which blog is mentioned.')
}
