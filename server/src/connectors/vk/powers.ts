import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type ConnectIo,
  type DeletePower,
  type EditPower,
  Failure,
  type Measured,
  type MeasurePower,
} from '../connector.ts'
import { callVk, flag, idOf, objectsIn, ownerOf } from './api.ts'
import { readChoices } from './options.ts'
import { type Place, readPlace } from './own-posts.ts'
import { isByPerson, isSignable, mayRead, readingToken, writingToken } from './settings.ts'

const byKey =
  'The key of a community cannot do this at VK. Do it there, or connect the community through VK ID.'

/** Source: dev.vk.com/en/method/wall.delete and /wall.deleteComment. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: (account) => (isByPerson(account) ? null : byKey),
  delete: async ({ remoteId }, _account, credentials, io) => {
    const place = placeOf(remoteId)
    const token = writingToken(credentials)
    const found = await findAt(place, token, io)
    if (!found) return
    const owner = { owner_id: String(place.ownerId) }
    if (place.commentId === null)
      await callVk('wall.delete', { ...owner, post_id: String(place.postId) }, token, io)
    else await callVk('wall.deleteComment', { ...owner, comment_id: String(place.commentId) }, token, io)
  },
}

/**
 * An edit sets the whole post, so everything that it keeps is sent again. Source: dev.vk.com/en/method/wall.edit and
 * /wall.editComment.
 */
export const editPosts: EditPower = {
  power: 'edit',
  options: [],
  refusal: (_published, account) => (isByPerson(account) ? null : byKey),
  edit: async ({ post, text, options }, account, credentials, io) => {
    const place = placeOf(post.remoteId)
    const token = writingToken(credentials)
    const found = await findAt(place, token, io)
    if (!found) return 'gone'
    const owner = { owner_id: String(place.ownerId), message: text }
    if (place.commentId !== null) {
      const asked = { ...owner, comment_id: String(place.commentId) }
      await callVk('wall.editComment', asked, token, io)
      return 'edited'
    }
    const { link, copyright, signed, closeComments } = readChoices(options)
    const attachments = [...namesIn(found), ...(link === null ? [] : [link])]
    const asked = {
      ...owner,
      post_id: String(place.postId),
      attachments: attachments.length === 0 ? null : attachments.join(','),
      signed: flag(signed && isSignable(account)),
      close_comments: flag(closeComments),
      copyright,
    }
    await callVk('wall.edit', asked, token, io)
    return 'edited'
  },
}

/** @throws Failure `invalid` */
function placeOf(remoteId: string): Place {
  const place = readPlace(remoteId)
  if (place) return place
  throw new Failure('invalid', 'This is no post of VK.')
}

/** The post or the comment as it is now; null where it is gone. @throws Failure */
async function findAt(place: Place, token: string, io: ConnectIo): Promise<JsonObject | null> {
  const { ownerId, postId, commentId } = place
  if (commentId === null) return (await readPosts([`${ownerId}_${postId}`], token, io))[0] ?? null
  const asked = { owner_id: String(ownerId), comment_id: String(commentId) }
  try {
    const { response } = await callVk('wall.getComment', asked, token, io)
    const [comment] = objectsIn(asObject(response)?.items)
    return comment && comment.deleted !== true ? comment : null
  } catch (error) {
    if (error instanceof Failure && isMissing(error)) return null
    throw error
  }
}

/** VK has no code for a comment that is not there: those of a refused access tell it in their words. */
function isMissing({ platformCode, message }: Failure): boolean {
  return ['15', '100', '211'].includes(platformCode ?? '') && /not found|deleted|not exist/i.test(message)
}

/** The posts that are there. Source: dev.vk.com/en/method/wall.getById. @throws Failure */
async function readPosts(names: readonly string[], token: string, io: ConnectIo): Promise<JsonObject[]> {
  const { response } = await callVk('wall.getById', { posts: names.join(',') }, token, io)
  const items = isArray(response) ? response : asObject(response)?.items
  return objectsIn(items ?? []).filter(({ is_deleted: isDeleted }) => isDeleted !== true)
}

/** The media of a post, as they are attached again. @throws Failure `invalid` for one that cannot be */
function namesIn({ attachments }: JsonObject): string[] {
  const attached = attachments === undefined ? [] : objectsIn(attachments)
  return attached.flatMap((each) => {
    const type = textOf(each.type) ?? ''
    // VK attaches the first link of a text by itself.
    if (type === 'link') return []
    const medium = asObject(each[type])
    const [owner, id] = [ownerOf(medium?.owner_id), idOf(medium?.id)]
    const key = textOf(medium?.access_key)
    if (owner !== null && id !== null && isAttachable.has(type))
      return [`${type}${owner}_${id}${key === null ? '' : `_${key}`}`]
    throw new Failure(
      'invalid',
      sentence('The post has something ({type}) that VK would take away with this change. Change it at VK.', {
        type: type === '' ? '?' : type,
      }),
    )
  })
}

const isAttachable: ReadonlySet<string> = new Set(['photo', 'video', 'audio', 'doc', 'poll', 'market'])

/** The figures of posts, a hundred in one call. Figures of comments are not read. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['views', 'likes', 'comments', 'shares'],
  most: 100,
  // VK takes three calls in a second from a person.
  rates: [{ per: 'account', calls: 20, everyMs: 60_000 }],
  refusal: (account) =>
    mayRead(account)
      ? null
      : 'The key of a community cannot read posts. Connect it again with a service key, or through VK ID.',
  measure: async (posts, _account, credentials, io) => {
    const places = posts.map(({ remoteId }) => placeOf(remoteId))
    const names = places.filter(({ commentId }) => commentId === null).map(nameOf)
    const found = names.length === 0 ? [] : await readPosts(names, readingToken(credentials), io)
    const byName = new Map(found.map((post) => [`${post.owner_id}_${post.id}`, post]))
    return places.map((place) => (place.commentId === null ? measureOne(byName.get(nameOf(place))) : {}))
  },
}

const nameOf = ({ ownerId, postId }: Place): string => `${ownerId}_${postId}`

function measureOne(post: JsonObject | undefined): Measured | null {
  if (!post) return null
  return {
    ...figure('views', post.views),
    ...figure('likes', post.likes),
    ...figure('comments', post.comments),
    ...figure('shares', post.reposts),
  }
}

/** A figure that VK does not tell is left out. */
function figure(name: keyof Measured, counted: Json | undefined): Measured {
  const count = asObject(counted)?.count
  return Number.isSafeInteger(count) && Number(count) >= 0 ? { [name]: Number(count) } : {}
}
