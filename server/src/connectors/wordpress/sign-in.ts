import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { type Candidate, Failure, type RedirectConnect, type RedirectIo } from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'
import type { Access } from './api.ts'
import { cleanPassword, refresh, revoke, withoutPasswords } from './connect.ts'
import { appId, endPassword, replacePassword } from './passwords.ts'
import { type FoundUser, readUser } from './profile.ts'
import { writeCredentials } from './settings.ts'
import { findSite, readSiteAddress, type Site, siteField } from './site.ts'

/**
 * Connects on the site's own page for application passwords. Source:
 * make.wordpress.org/core/2020/11/05/application-passwords-integration-guide.
 */
export const connectOnSite: RedirectConnect = {
  kind: 'redirect',
  way: 'authorize',
  fields: Type.Object({ site: siteField }, { additionalProperties: false }),
  needsApp: false,
  // A site sends nobody back over plain HTTP, unless it runs on a developer's machine.
  needs: ['https'],
  begin,
  finish,
  refresh,
  revoke,
}

/** The site of a sign-in, and the state that came with it, kept until its person comes back. */
const kept = stored(Type.Object({ site: text, state: text }), 'This sign-in was kept without its site.')

async function begin(input: JsonObject, io: RedirectIo): Promise<{ url: string; keep: JsonObject }> {
  const { address, authorizeUrl } = await findSite(readSiteAddress(input), io)
  if (authorizeUrl === null) throw new Failure('invalid', withoutPasswords)
  const url = new URL(authorizeUrl)
  url.searchParams.set('app_name', `${nameAt(io)}, sign-in`)
  url.searchParams.set('app_id', appId)
  url.searchParams.set('success_url', backTo(io))
  url.searchParams.set('reject_url', backTo(io, { error: 'access_denied' }))
  return { url: url.href, keep: kept.write({ site: address, state: io.state }) }
}

/** Names must differ among the programs of a person, also from those of an earlier sign-in. */
function nameAt({ publicUrl, now }: RedirectIo): string {
  return `Crier at ${new URL(publicUrl).host}, ${now().toISOString().slice(0, 19).replace('T', ' ')}`
}

function backTo({ redirectUri, state }: RedirectIo, more: Record<string, string> = {}): string {
  return `${redirectUri}?${new URLSearchParams({ state, ...more })}`
}

/**
 * The site sends the password itself in the address, which a proxy or a browser may write down. It is used once, to make another
 * one, and ended.
 */
async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const { site: address, state } = kept.read(keep)
  if (callback.get('state') !== state) throw new Failure('invalid', 'This is another sign-in. Begin again.')
  if (callback.get('error') === 'access_denied' || callback.get('success') === 'false')
    throw new Failure('forbidden', 'The sign-in was refused on the site.')
  const userName = callback.get('user_login') ?? ''
  if (userName === '') throw new Failure('invalid', 'The site gave no access. Sign in again.')
  const site = await findSite(address, io)
  if (URL.parse(callback.get('site_url') ?? '')?.hostname !== new URL(site.address).hostname)
    throw new Failure('invalid', 'Another site answered than the one that was asked. Sign in again.')
  const given = {
    apiRoot: site.apiRoot,
    userName,
    applicationPassword: cleanPassword(callback.get('password') ?? ''),
  }
  const user = await readUserOrEnd(site, given, io)
  const { applicationPassword } = await replacePassword(given, nameAt(io), io)
  const credentials = writeCredentials({ userName, applicationPassword })
  return [{ profile: { ...user, credentials, expiresAt: null }, suggested: true, reason: null }]
}

/** Gives back access that is of no use. @throws Failure */
async function readUserOrEnd(site: Site, given: Access, io: RedirectIo): Promise<FoundUser> {
  try {
    return await readUser(site, given, io)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.kind === 'forbidden') await endPassword(given, io)
    // The sentence there is about a password that somebody copied.
    if (error.kind !== 'unauthorized') throw error
    throw new Failure('forbidden', 'The site gave access, and then refused it. Sign in again.', {
      cause: error,
    })
  }
}
