import { Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
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
import { renewAtGoogle } from '../kit/google/google-login.ts'
import { beginCode, finishCode } from '../kit/oauth/oauth.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import { neededScope, readFlow } from './app.ts'
import { type Location, listLocations, readOne } from './locations.ts'
import { readCredentials, readSettings, writeCredentials } from './settings.ts'

/** Connects locations on Google's own page, with the operator's app. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  // Only posts with a photo need an address that Google reaches: `publicUrl` refuses them alone where it is missing.
  needs: ['https_or_loopback'],
  begin: async (_input, io) => {
    const { url, verifier } = await beginCode(await readFlow(io), io)
    return { url, keep: { verifier } }
  },
  finish,
  refresh,
  // One access is for all locations of a person, and ending it would end it for the others too.
  revoke: async () => undefined,
}

async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const tokens = await finishCode(await readFlow(io), callback, textOf(keep.verifier), io)
  const refreshToken = requireAccess(tokens)
  const locations = await readOwnLocations(tokens, io)
  const first = locations.findIndex(({ isVerified }) => isVerified)
  return locations.map(({ id, isVerified, ...profile }, index) => {
    const credentials = writeCredentials({ accessToken: tokens.accessToken, refreshToken, locationId: id })
    const identified = { ...profile, externalId: id, credentials, expiresAt: tokens.expiresAt }
    return { profile: identified, suggested: index === first, reason: isVerified ? null : unverified }
  })
}

const unverified = 'Google has not verified that this location is yours, and shows no posts of it until then.'

/** The refresh token of an access that is enough. Access of no use is not ended: that would end the person's other ones. */
function requireAccess({ granted, refreshToken }: Tokens): string {
  if (!granted.includes(neededScope))
    throw new Failure(
      'forbidden',
      'Managing your business listings was not allowed. Sign in again and tick it.',
    )
  if (refreshToken !== null) return refreshToken
  throw new Failure('forbidden', 'Google gave access for an hour only. Sign in again and agree once more.')
}

async function readOwnLocations({ accessToken }: Tokens, io: RedirectIo): Promise<Location[]> {
  try {
    const locations = await listLocations(accessToken, io)
    if (locations.length > 0) return locations
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
    const text = 'Google gave access, and then refused it. Sign in again.'
    throw new Failure('forbidden', text, { cause: error })
  }
  throw new Failure(
    'forbidden',
    'This Google account manages no business. Create a Business Profile, or sign in with the account that manages it.',
  )
}

/** The things that most often end an access. */
const accessEnded =
  'Google has ended this access: it was removed, unused for half a year, or is a week old and the app still in testing. Connect the location again.'

/** Google keeps a refresh token the same; it is kept also where the answer names none. */
async function refresh(account: Account, given: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const known = readCredentials(given)
  const tokens = await renewAtGoogle(await readFlow(io), known.refreshToken, accessEnded, io)
  const { accessToken, expiresAt } = tokens
  const refreshToken = tokens.refreshToken ?? known.refreshToken
  return {
    credentials: writeCredentials({ ...known, accessToken, refreshToken }),
    expiresAt,
    profile: await readCurrent(account, accessToken, io),
  }
}

/** The location as it is now; null where Google does not say, which takes nothing from the new access. */
async function readCurrent(account: Account, token: string, io: ConnectIo): Promise<Profile | null> {
  try {
    const { accountId } = readSettings(account)
    const { id, isVerified: _, ...profile } = await readOne(account.externalId, accountId, token, io)
    return id === account.externalId ? profile : null
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
