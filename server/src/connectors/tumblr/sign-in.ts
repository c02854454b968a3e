import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import {
  type Account,
  type Candidate,
  type ConnectIo,
  Failure,
  type Profile,
  type RedirectConnect,
  type RedirectIo,
  type Refreshed,
} from '../connector.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import { beginByState, finishByState } from '../kit/oauth/oauth-by-state.ts'
import { renewShared, type SharedTokens, shareTokens } from '../kit/oauth/shared-tokens.ts'
import { readFlow } from './app.ts'
import { type Blog, readBlogs } from './blogs.ts'
import { readCredentials, readSettings, writeCredentials } from './settings.ts'

/** Connects blogs on Tumblr's own page, with the operator's app. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  needs: ['https_or_loopback'],
  begin: async (_input, io) => beginByState(await readFlow(io), io),
  finish,
  refresh,
  // Tumblr documents no call that ends access, and one access serves all blogs of a person.
  revoke: async () => undefined,
}

async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const flow = await readFlow(io)
  const tokens = await finishByState(flow, callback, keep, io)
  requireWriting(tokens)
  const blogs = await afterSignIn(() => readBlogs(tokens.accessToken, flow.client.id, io))
  if (blogs.length === 0)
    throw new Failure('forbidden', 'This person may post to no blog. Make one at Tumblr, and sign in again.')
  const shared = await shareTokens(tokens, io)
  if (shared === null)
    throw new Failure('forbidden', 'Tumblr gave access that cannot be renewed. Sign in again.')
  return blogs.map((blog, place) => describeCandidate(blog, shared, place))
}

/** Tumblr may leave out of the answer what every access may do. @throws Failure `forbidden` */
function requireWriting({ granted }: Tokens): void {
  if (granted.includes('write')) return
  throw new Failure('forbidden', 'Tumblr gave no permission to post. Sign in again and allow it.')
}

function describeCandidate(
  { blogId, isPrimary, ...profile }: Blog,
  { accessToken, rotating }: SharedTokens,
  place: number,
): Candidate {
  const credentials = writeCredentials({ accessToken, place, rotating })
  const identified = { ...profile, externalId: blogId, credentials, expiresAt: new Date(rotating.expiresAt) }
  return { profile: identified, suggested: isPrimary, reason: null }
}

/** A token that is refused at once is a fault of the sign-in. */
async function afterSignIn<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
    const text = 'Tumblr gave access, and then refused it. Sign in again.'
    throw new Failure('forbidden', text, { cause: error })
  }
}

/** The old refresh token ends with its use, so the blogs of a sign-in share the new one. */
async function refresh(account: Account, given: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const known = readCredentials(given)
  const { accessToken, rotating } = await renewShared(known.accessToken, known.rotating, readFlow, io)
  return {
    credentials: writeCredentials({ ...known, accessToken, rotating }),
    expiresAt: new Date(rotating.expiresAt),
    profile: await readCurrent(account, accessToken, io),
  }
}

/** The blog as it is now; null where Tumblr does not say, which takes nothing from the new access. */
async function readCurrent(account: Account, token: string, io: ConnectIo): Promise<Profile | null> {
  try {
    const blogs = await readBlogs(token, readSettings(account).clientId, io)
    const found = blogs.find(({ blogId }) => blogId === account.externalId)
    if (!found) return null
    const { blogId: _, isPrimary: __, ...profile } = found
    return profile
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
