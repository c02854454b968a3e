import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type ConnectIo, Failure, type Profile } from '../connector.ts'
import { blogIdOf, blogNameOf, callTumblr, responseOf, website } from './api.ts'
import { writeSettings } from './settings.ts'

export interface Blog extends Profile {
  readonly blogId: string
  readonly displayName: string
  /** Whether it is the one that a person has from the beginning. */
  readonly isPrimary: boolean
}

/** The blogs that a person may post to. Source: api.md, `/user/info`. @throws Failure when they cannot be read */
export async function readBlogs(token: string, clientId: string, io: ConnectIo): Promise<readonly Blog[]> {
  const user = asObject(responseOf(await callTumblr({ path: '/v2/user/info' }, token, io))?.user)
  const userName = blogNameOf(user?.name)
  if (userName === null || !isArray(user?.blogs))
    throw new Failure('unavailable', 'Tumblr does not say which blogs this person has.')
  const settings = writeSettings({ userName, clientId })
  return user.blogs.map((blog) => describeBlog(asObject(blog), settings)).filter((blog) => blog !== null)
}

/** Null where it has no lasting id. */
function describeBlog(blog: JsonObject | null, settings: JsonObject): Blog | null {
  const [blogId, username] = [blogIdOf(blog?.uuid), blogNameOf(blog?.name)]
  if (!blog || blogId === null || username === null) return null
  const avatars = isArray(blog.avatar) ? blog.avatar.map((avatar) => textOf(asObject(avatar)?.url)) : []
  return {
    blogId,
    username,
    displayName: textOf(blog.title)?.trim() || username,
    // The largest comes first.
    avatarUrl: readWebAddress(avatars[0] ?? null),
    profileUrl: readWebAddress(textOf(blog.url)) ?? `${website}/${username}`,
    settings,
    isPrimary: blog.primary === true,
  }
}
