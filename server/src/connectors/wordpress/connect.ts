import { Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type Account,
  type ConnectIo,
  Failure,
  type FormConnect,
  type Identified,
  type Refreshed,
} from '../connector.ts'
import { accessOf } from './api.ts'
import { endPassword } from './passwords.ts'
import { readUser } from './profile.ts'
import { readSettings, writeCredentials } from './settings.ts'
import { findSite, readSiteAddress, siteField } from './site.ts'

/** Connects a site by an application password that its owner copied. */
export const connectByPassword: FormConnect = {
  kind: 'form',
  way: 'app_password',
  fields: Type.Object(
    {
      site: siteField,
      user_name: Type.String({
        title: 'User name',
        description:
          'The name or the e-mail address with which you sign in there. The user must be an author or an editor.',
        minLength: 1,
        maxLength: 200,
      }),
      application_password: Type.String({
        title: 'Application password',
        description:
          'Created on the site under Users, Profile, Application Passwords. It is not the password of the sign-in page.',
        format: 'password',
        minLength: 1,
        maxLength: 200,
      }),
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  needs: [],
  identify,
  refresh,
  revoke,
}

async function identify(input: JsonObject, io: ConnectIo): Promise<Identified> {
  const userName = cleanName(textOf(input.user_name) ?? '')
  const applicationPassword = cleanPassword(textOf(input.application_password) ?? '')
  const site = await findSite(readSiteAddress(input), io)
  if (site.authorizeUrl === null) throw new Failure('invalid', withoutPasswords)
  const user = await readUser(site, { apiRoot: site.apiRoot, userName, applicationPassword }, io)
  const credentials = writeCredentials({ userName, applicationPassword })
  return { ...user, credentials, expiresAt: null }
}

export const withoutPasswords =
  'The site has no application passwords. It needs WordPress 5.6 or later and https, and no plugin that turns them off.'

/** A colon would end the name (RFC 7617, section 2). */
function cleanName(text: string): string {
  const name = text.trim()
  if (name !== '' && !/[\p{Cc}:]/u.test(name)) return name
  throw new Failure('invalid', 'Give the user name as you type it to sign in on the site.')
}

/** It is shown in groups of four, whose spaces mean nothing. */
export function cleanPassword(text: string): string {
  const password = text.replace(/\s+/g, '')
  if (/^[\x21-\x7e]{8,}$/.test(password)) return password
  throw new Failure('invalid', 'Copy the whole application password: six groups of four letters and digits.')
}

/**
 * Such a password has no end. This finds out whether it is still good and the user may still publish, and finds the API anew where
 * the site has moved it.
 */
export async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const access = accessOf(account, credentials)
  try {
    const site = await findSite(readSettings(account).site, io)
    const { externalId, ...profile } = await readUser(site, { ...access, apiRoot: site.apiRoot }, io)
    if (numberIn(externalId) !== numberIn(account.externalId)) throw new Failure('unauthorized', another)
    return { credentials, expiresAt: null, profile }
  } catch (error) {
    // A user who may not publish is of no use until its owner has done something about it.
    if (!(error instanceof Failure) || !['forbidden', 'invalid'].includes(error.kind)) throw error
    throw new Failure('unauthorized', error.words, { platformCode: error.platformCode, cause: error })
  }
}

const another = 'This password now belongs to another user. Connect the account again.'

function numberIn(externalId: string): string {
  return externalId.slice(externalId.lastIndexOf('/') + 1)
}

/** Deletes the application password, as itself. @throws Failure */
export async function revoke(account: Account, credentials: JsonObject, io: ConnectIo): Promise<void> {
  await endPassword(accessOf(account, credentials), io)
}
