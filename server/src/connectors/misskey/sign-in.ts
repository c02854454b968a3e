import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type Candidate, Failure, type RedirectConnect, type RedirectIo } from '../connector.ts'
import { makeUnavailable } from '../kit/json-api.ts'
import { stored, text } from '../kit/media/stored.ts'
import { askServer, dialect, failureOfCall } from './api.ts'
import { refresh, revoke } from './connect.ts'
import { describeAccount } from './describe-account.ts'
import { readInstance, readInstanceOrigin, serverField } from './instance.ts'

/** The least that publishing needs, as the endpoints name it; the last one lists the channels that the account follows. */
const permissions = ['read:account', 'write:notes', 'write:drive', 'read:channels']

/**
 * Connects on the server's own page, by MiAuth. README.md says why it is not OAuth 2. Source:
 * misskey-hub.net/en/docs/for-developers/api/token/miauth.
 */
export const connectByMiauth: RedirectConnect = {
  kind: 'redirect',
  way: 'miauth',
  fields: Type.Object({ instance: serverField }, { additionalProperties: false }),
  needsApp: false,
  needs: [],
  begin,
  finish,
  refresh,
  revoke,
}

/** The server and the session of a sign-in, kept until its person comes back. The session is as good as the token. */
const kept = stored(
  Type.Object({ instance: text, session: text, state: text }),
  'This sign-in was kept without its server.',
)

async function begin(input: JsonObject, io: RedirectIo): Promise<{ url: string; keep: JsonObject }> {
  const instance = readInstanceOrigin(input)
  await readInstance(instance, io)
  const session = randomUUID()
  const url = new URL(`/miauth/${session}`, instance)
  url.searchParams.set('name', `Crier at ${new URL(io.publicUrl).host}`)
  // The server adds the session to the query that is there.
  url.searchParams.set('callback', `${io.redirectUri}?${new URLSearchParams({ state: io.state })}`)
  url.searchParams.set('permission', permissions.join(','))
  return { url: url.href, keep: kept.write({ instance, session, state: io.state }) }
}

async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const { instance, session, state } = kept.read(keep)
  if (callback.get('state') !== state || callback.get('session') !== session)
    throw new Failure('invalid', 'This is another sign-in. Begin again.')
  const token = await takeToken(instance, session, io)
  try {
    const found = await describeAccount(instance, token, null, io)
    return [{ profile: found, suggested: true, reason: null }]
  } catch (error) {
    // The sentences there are about tokens that somebody copied.
    if (error instanceof Failure && error.kind === 'unauthorized')
      throw new Failure('forbidden', 'The server gave access, and then refused it. Sign in again.', {
        cause: error,
      })
    throw error
  }
}

/** The token, which the server gives once. @throws Failure `forbidden` where nobody agreed */
async function takeToken(instance: string, session: string, io: RedirectIo): Promise<string> {
  const access = { instance, token: null }
  const answer = await askServer(`miauth/${encodeURIComponent(session)}/check`, {}, access, io)
  if (answer.status !== 200) throw failureOfCall(answer, access, io)
  const given = asObject(answer.json)
  if (given?.ok === false)
    throw new Failure('forbidden', 'The sign-in was refused on the server. Sign in again.')
  const token = textOf(given?.token)
  // A header takes nothing else.
  if (token === null || !/^[\x21-\x7e]{1,2000}$/.test(token)) throw makeUnavailable(dialect, answer)
  return token
}
