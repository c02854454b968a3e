import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { type Account, Failure, type Identified, type Refreshed } from '../connector.ts'
import { profileUrlOf } from './own-posts.ts'
import { type Login, writeCredentials, writeSettings } from './settings.ts'

/** The access that a login gave to one account. */
export interface LoginGrant {
  readonly login: Login
  readonly granted: readonly string[]
  readonly userIds: readonly string[]
  readonly token: string
  readonly issuedAt: Date
  readonly expiresAt: Date | null
}

/** A profile as both logins describe it. @throws Failure */
export function describeProfile(externalId: string, body: JsonObject, given: LoginGrant): Identified {
  const username = textOf(body.username)
  if (username === null) throw new Failure('unavailable', 'Instagram does not say whose access this is.')
  const { login, granted, userIds, token, issuedAt, expiresAt } = given
  return {
    externalId,
    username,
    displayName: textOf(body.name) ?? username,
    avatarUrl: readWebAddress(textOf(body.profile_picture_url)),
    profileUrl: profileUrlOf(username),
    settings: writeSettings({ login, granted: [...granted], userIds: [...userIds] }),
    credentials: writeCredentials({
      accessToken: token,
      issuedAtMs: issuedAt.getTime(),
      expiresAtMs: expiresAt?.getTime() ?? null,
    }),
    expiresAt,
  }
}

/** The profile as it is now, with new credentials or the same. @throws Failure when it is another one */
export function refreshedFrom(found: Identified, account: Account): Refreshed {
  if (found.externalId !== account.externalId)
    throw new Failure(
      'unauthorized',
      'This access now belongs to another account. Connect the account again.',
    )
  const { username, displayName, avatarUrl, profileUrl, settings, credentials, expiresAt } = found
  return { credentials, expiresAt, profile: { username, displayName, avatarUrl, profileUrl, settings } }
}
