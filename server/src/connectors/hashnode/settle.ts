import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type Account, type CommitStep, Failure, type Io, type Settled } from '../connector.ts'
import { matchOwnPosts, type PostsPage } from '../kit/match-own-posts.ts'
import { markOf } from '../kit/text/article.ts'
import { askHashnode, readNodes } from './api.ts'
import { publishedPost } from './commit.ts'
import { readSettings, readToken } from './settings.ts'

/** A page has whole texts, of up to 100 kB each. */
const within = { timeoutMs: 60_000, maxBytes: 20_000_000 }
const mostPages = 3

/**
 * Looks for the mark of our article among the newest of the publication. Nothing proves that it is not there: Hashnode may answer from
 * memory for 25 s, and the draft of an article that is on its way still stands. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  return matchOwnPosts({ list: () => listOurs(step, io), before: null })
}

async function listOurs({ account, key }: CommitStep, io: Io): Promise<PostsPage> {
  const token = readToken(io.credentials)
  const ours = []
  let after: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const posts = await readPage(account, after, token, io)
    for (const node of readNodes(posts)) {
      const isOurs = textOf(asObject(node.content)?.markdown)?.includes(markOf(key)) === true
      const post = isOurs ? publishedPost(node, account) : null
      if (post) ours.push(post)
    }
    const next = asObject(posts.pageInfo)
    after = next?.hasNextPage === true ? textOf(next.endCursor) : null
    if (after === null) break
  }
  return { isFull: false, ours }
}

async function readPage(account: Account, after: string | null, token: string, io: Io): Promise<JsonObject> {
  const variables = { id: readSettings(account).publicationId, after }
  const data = await askHashnode({ document: 'posts', variables }, token, io, { within })
  const posts = asObject(asObject(data.publication)?.posts)
  if (posts) return posts
  throw new Failure('unavailable', 'Hashnode did not show the articles of the publication.')
}
