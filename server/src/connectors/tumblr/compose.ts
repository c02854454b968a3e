import type { JsonObject } from '../../lib/json/json.ts'
import { type CommitPart, type CommitRequest, longestCommitMs, type Step } from '../connector.ts'
import { blogPath, origin } from './api.ts'
import { type FileToSend, readArtefacts } from './artefacts.ts'
import { slowestBytesPerMs } from './check.ts'
import { describePost, identifierOf } from './content.ts'

const leastTimeoutMs = 60_000

/**
 * The one request that makes a post, and its files with it: JSON, or a form whose first part is that JSON. Pure.
 * Source: github.com/tumblr/docs, api.md, `/posts` - Create/Reblog a Post and User Uploaded Media.
 */
export function compose(step: Step): CommitRequest {
  const { files, blogs } = readArtefacts(step.artefacts)
  if (files.length !== step.draft.media.length)
    throw new Error('This post is composed before it is prepared.')
  const mentioned = new Map(blogs.map(({ name, blogId }) => [name, blogId]))
  const post = describePost(step.draft, files, mentioned)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return {
    method: 'POST',
    url: `${origin}${blogPath(step.account.externalId)}/posts`,
    ...(files.length === 0 ? asJson(post) : asForm(post, files)),
    timeoutMs: Math.min(longestCommitMs, leastTimeoutMs + Math.ceil(bytes / slowestBytesPerMs)),
  }
}

function asJson(post: JsonObject): Pick<CommitRequest, 'headers' | 'body'> {
  return {
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(post),
  }
}

function asForm(post: JsonObject, files: readonly FileToSend[]): Pick<CommitRequest, 'headers' | 'body'> {
  const json = { name: 'json', value: JSON.stringify(post), mimeType: 'application/json' }
  const parts = files.map(({ mediaId, mimeType, bytes }, index): CommitPart => {
    const name = identifierOf(index)
    const fileName = `${name}.${endings[mimeType] ?? 'bin'}`
    return { name, fileName, mimeType, file: { mediaId, start: 0, end: bytes } }
  })
  return { headers: { accept: 'application/json' }, body: { parts: [json, ...parts] } }
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
}
