import { asObject, isArray, textOf } from '../../lib/json/json.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { graphVersionOf } from '../kit/graph/graph.ts'
import { keptScopes } from '../kit/oauth/oauth-answers.ts'
import { callFacebook } from './api.ts'

/** A token as Facebook knows it. */
export interface TokenFacts {
  readonly scopes: readonly string[]
  /** The person who gave it, as the app knows them; none for the token of a system user. */
  readonly userIds: readonly string[]
  /** The time from which the app may not read the account any more, 90 days after the person last agreed; null for never. */
  readonly dataAccessEndsAt: Date | null
}

/** Asks Facebook about a token, as the app. @throws Failure `unauthorized` for one that is not good any more */
export async function inspectToken(token: string, io: ConnectIo): Promise<TokenFacts> {
  const app = await io.app()
  const caller = {
    token: `${textOf(app.client_id)}|${textOf(app.client_secret)}`,
    version: graphVersionOf(app),
  }
  const call = { path: '/debug_token', query: { input_token: token } }
  const body = await callFacebook(call, caller, io).catch(blameApp)
  const data = asObject(body.data)
  if (data?.is_valid === false)
    throw new Failure('unauthorized', 'Facebook no longer accepts this access. Connect the Page again.')
  if (data?.is_valid !== true || !isArray(data.scopes))
    throw new Failure('unavailable', 'Facebook did not say what this token is good for.')
  const ends = data.data_access_expires_at
  return {
    scopes: keptScopes(data.scopes),
    userIds: [data.user_id].flatMap((id) => textOf(id) ?? []).filter((id) => id.length <= 100),
    dataAccessEndsAt: typeof ends === 'number' && ends > 0 ? new Date(ends * 1_000) : null,
  }
}

/** The credentials of this call are the app's: their refusal says nothing about the account. */
function blameApp(error: unknown): never {
  if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
  const text = 'Facebook does not accept the app of this server’s operator, or its secret.'
  throw new Failure('app_unusable', text, { platformCode: error.platformCode, cause: error })
}
