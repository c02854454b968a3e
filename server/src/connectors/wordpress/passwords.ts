import { textOf } from '../../lib/json/json.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { type Access, askSite, isCode, mustSucceed, readSuccess } from './api.ts'

// Source: developer.wordpress.org/rest-api/reference/application-passwords.
const passwords = '/wp/v2/users/me/application-passwords'

/** A name of Crier's own among the programs of the person's profile: the same in every installation. */
export const appId = '2f8a6d6e-7f5c-4b0b-9c53-0f2c6a1e4d17'

/** The name of the password that asks; null where it is no longer good. @throws Failure */
async function nameOfPassword(access: Access, io: ConnectIo): Promise<string | null> {
  const answer = await askSite({ path: `${passwords}/introspect` }, access, io)
  if (answer.status === 401) return null
  const uuid = textOf(readSuccess(answer, access, io).uuid)
  if (uuid !== null && /^[\w-]{1,60}$/.test(uuid)) return uuid
  throw new Failure('unavailable', 'The site does not say which application password this is.')
}

/** Ends a password; one that has ended already is no trouble. @throws Failure */
export async function endPassword(access: Access, io: ConnectIo): Promise<void> {
  const uuid = await nameOfPassword(access, io)
  if (uuid !== null) await deletePassword(uuid, access, io)
}

async function deletePassword(uuid: string, access: Access, io: ConnectIo): Promise<void> {
  const answer = await askSite({ method: 'DELETE', path: `${passwords}/${uuid}` }, access, io)
  if (answer.status !== 401 && !isCode(answer, 'rest_application_password_not_found'))
    mustSucceed(answer, access, io)
}

/**
 * Replaces a password that was seen on its way, in the address of a callback, by one that only the site and we know.
 * @throws Failure also where the given one is no longer good
 */
export async function replacePassword(access: Access, name: string, io: ConnectIo): Promise<Access> {
  const uuid = await nameOfPassword(access, io)
  if (uuid === null)
    throw new Failure('invalid', 'The password that the site gave is no longer good. Sign in again.')
  const answer = await askSite({ path: passwords, json: { name, app_id: appId } }, access, io)
  const applicationPassword = textOf(readSuccess(answer, access, io).password)?.replace(/\s+/g, '') ?? ''
  if (applicationPassword === '')
    throw new Failure('unavailable', 'The site gave no application password. Sign in again.')
  await deletePassword(uuid, { ...access, applicationPassword }, io)
  return { ...access, applicationPassword }
}
