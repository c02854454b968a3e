import type { JsonObject } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type Account, type ConnectIo, Failure, type Refreshed } from '../connector.ts'
import { call } from './api.ts'
import { tryFindHome } from './identity.ts'
import { readProfileNow } from './profile-now.ts'
import { notActive, readExpiry, readTokens } from './session.ts'
import { readSession, readSettings, type Settings, writeSession } from './settings.ts'

/**
 * The renewed session replaces the old one; the server lets the old one work for a while, should ours get lost. If the
 * server does not renew it, the account may have moved: its new server is looked up and tried. The limits of the server
 * and the name of the account are read again with the session. @throws Failure
 */
export async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const settings = readSettings(account)
  const { refreshJwt } = readSession(credentials)
  const renewed = await renewSession(settings.service, settings.did, refreshJwt, io)
  if (!(renewed instanceof Failure)) return readRenewed(account, settings, renewed, io)
  const home = renewed.kind === 'rate_limited' ? null : await findNewHome(settings, io)
  if (home === null) throw renewed.kind === 'invalid' ? sessionGone(renewed) : renewed
  const there = await renewSession(home, settings.did, refreshJwt, io)
  if (!(there instanceof Failure))
    return readRenewed(account, { ...settings, service: home, home }, there, io)
  if (['unavailable', 'rate_limited'].includes(there.kind)) throw there
  const text = sentence(
    'This account has moved to {home}. Connect it again there, with an app password made there.',
    { home },
  )
  throw new Failure('unauthorized', text, { platformCode: renewed.platformCode, cause: there })
}

/** The answer of a server that renewed the session, or why it did not. */
async function renewSession(
  service: string,
  did: string,
  token: string,
  io: ConnectIo,
): Promise<JsonObject | Failure> {
  try {
    const method = 'com.atproto.server.refreshSession'
    const answer = await call(io, { service, method, isProcedure: true, token })
    if (answer.did !== did) return new Failure('unauthorized', ofAnother)
    return answer.active === false ? new Failure('unauthorized', notActive) : answer
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

// This says nothing about the post, which may wait until the account is connected again.
function sessionGone(cause: Failure): Failure {
  const text = 'The Bluesky server does not know this account any more. Connect it again.'
  return new Failure('unauthorized', text, { platformCode: cause.platformCode, cause })
}

const ofAnother = 'The Bluesky server renewed the session of another account. Connect it again.'

/** Another server than before, by the account's identity; null when it is the same, or cannot be found out. */
async function findNewHome(
  { did, directory, home, service }: Settings,
  io: ConnectIo,
): Promise<string | null> {
  const now = await tryFindHome(did, directory, io)
  return now === home || now === service ? null : now
}

async function readRenewed(
  account: Account,
  settings: Settings,
  answer: JsonObject,
  io: ConnectIo,
): Promise<Refreshed> {
  const session = readTokens(answer, settings.service)
  return {
    credentials: writeSession(session),
    expiresAt: readExpiry(session.accessJwt),
    profile: await readProfileNow(account, settings, answer, io),
  }
}
