import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, textOf } from '../../lib/json/json.ts'
import { plainText } from '../../lib/web-page/plain-text.ts'
import { type ConnectIo, Failure, type Profile } from '../connector.ts'
import { type Access, askSite, dialect, isCode, readSuccess, requireId } from './api.ts'
import { writeSettings } from './settings.ts'
import type { Site } from './site.ts'

/** The user of an application password, who may publish. */
export interface FoundUser extends Profile {
  /** The site and the number of the user there: users change their names, and a number stays. */
  readonly externalId: string
  readonly displayName: string
}

/**
 * Reads whose password it is and proves that they may publish. Source:
 * developer.wordpress.org/rest-api/reference/users, `users/me` in the context `edit`.
 * @throws Failure `unauthorized` where the password is wrong, `forbidden` where they may not
 */
export async function readUser(site: Site, access: Access, io: ConnectIo): Promise<FoundUser> {
  const call = { path: '/wp/v2/users/me', query: { context: 'edit', _fields: fields } }
  const answer = await askSite(call, access, io)
  if (answer.status === 401 && dialect.code(answer) !== null)
    throw new Failure('unauthorized', refused, { platformCode: dialect.code(answer) })
  if (answer.status === 403 && isCode(answer, 'rest_forbidden_context'))
    throw new Failure('forbidden', mayNotPublish, { platformCode: 'rest_forbidden_context' })
  const user = readSuccess(answer, access, io)
  const userId = requireId(user.id)
  const may = asObject(user.capabilities) ?? {}
  if (may.publish_posts !== true) throw new Failure('forbidden', mayNotPublish)
  const { host, pathname } = new URL(site.address)
  const place = `${host}${pathname.replace(/\/$/, '')}`
  const name = textOf(user.username) ?? textOf(user.slug) ?? String(userId)
  return {
    externalId: `${place}/${userId}`,
    username: `${name}@${place}`,
    displayName: site.name,
    avatarUrl: readWebAddress(site.iconUrl ?? textOf(asObject(user.avatar_urls)?.['96'])),
    profileUrl: `${site.address}/`,
    settings: writeSettings({
      site: site.address,
      apiRoot: site.apiRoot,
      userId,
      mayUpload: may.upload_files === true,
      mayPublishPages: may.publish_pages === true,
    }),
  }
}

const fields = 'id,username,slug,capabilities,avatar_urls'

const refused =
  'The site does not accept this user name with this application password. It is not the password of the sign-in page: create one under Users, Profile, Application Passwords. Some hosts keep the password from the site: they must pass on the header Authorization.'
const mayNotPublish = 'This user may not publish on the site. Give it the role Author or Editor there.'

/** The name of a site or of a category, as people read it. */
export function nameOf(given: unknown): string | null {
  const name = typeof given === 'string' ? plainText(given).trim() : ''
  return name === '' ? null : name
}
