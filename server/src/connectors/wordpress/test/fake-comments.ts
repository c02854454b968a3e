import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeAnswer } from '../../kit/fakes/fake-server.ts'
import { forbidden, idField, jsonOf, listed, may, type RestCall, shown, textField } from './fake-call.ts'
import { type FakeComment, nextId, refuse } from './fake-world.ts'

/** The controller of comments. Source: WP_REST_Comments_Controller. */
export function serveComments(rest: RestCall, id: number | null): FakeAnswer {
  if (id === null) return rest.method === 'POST' ? create(rest) : list(rest)
  const comment = rest.world.comments.find((each) => each.id === id)
  if (!comment) throw refuse(404, 'rest_comment_invalid_id', 'Invalid comment ID.')
  const isOwnOrAll = comment.author === rest.user?.id || may(rest, 'moderate_comments')
  if (rest.method === 'DELETE') {
    if (!isOwnOrAll)
      throw forbidden(rest, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this comment.')
    if (comment.status === 'trash')
      throw refuse(410, 'rest_already_trashed', 'The comment has already been trashed.')
    comment.status = 'trash'
    return shown(rest, describe(rest, comment))
  }
  if (rest.method === 'POST') {
    if (!isOwnOrAll)
      throw forbidden(rest, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this comment.')
    comment.content = cleaned(textField(jsonOf(rest), 'content') ?? comment.content)
  }
  return shown(rest, describe(rest, comment))
}

function list(rest: RestCall): FakeAnswer {
  const { world, query } = rest
  if (query.has('author') && !may(rest, 'moderate_comments'))
    throw forbidden(rest, 'rest_forbidden_param', 'Query parameter not permitted: author')
  if (query.get('context') === 'edit' && !may(rest, 'moderate_comments'))
    throw forbidden(rest, 'rest_forbidden_context', 'Sorry, you are not allowed to edit comments.')
  const found = world.comments.filter(
    ({ post, status }) => String(post) === query.get('post') && status === 'approved',
  )
  return listed(
    rest,
    found.toReversed().map((comment) => describe(rest, comment)),
  )
}

function create(rest: RestCall): FakeAnswer {
  const { world, user } = rest
  if (!user) throw refuse(401, 'rest_comment_login_required', 'Sorry, you must be logged in to comment.')
  const fields = jsonOf(rest)
  const post = world.posts.find(({ id }) => id === idField(fields, 'post'))
  if (!post)
    throw refuse(
      403,
      'rest_comment_invalid_post_id',
      'Sorry, you are not allowed to create this comment without a post.',
    )
  if (post.commentStatus === 'closed')
    throw refuse(403, 'rest_comment_closed', 'Sorry, comments are closed for this item.')
  const content = cleaned(textField(fields, 'content') ?? '')
  if (content.trim() === '') throw refuse(400, 'rest_comment_content_invalid', 'Invalid comment content.')
  const own = world.comments.filter(({ author }) => author === user.id)
  const isFlood = own.some(({ madeAt }) => Date.now() - madeAt < world.floodMs)
  if (isFlood && !may(rest, 'moderate_comments'))
    throw refuse(400, 'comment_flood', 'You are posting comments too quickly. Slow down.')
  if (own.some((each) => each.post === post.id && each.content === content))
    throw refuse(
      409,
      'comment_duplicate',
      'Duplicate comment detected; it looks as though you’ve already said that!',
    )
  const comment: FakeComment = {
    id: nextId(world),
    post: post.id,
    author: user.id,
    content,
    status: world.holdsComments ? 'hold' : 'approved',
    madeAt: Date.now(),
  }
  world.comments.push(comment)
  return shown(rest, describe(rest, comment), 201)
}

/** Tags that no reader may write are taken out. Source: wp_filter_kses. */
function cleaned(html: string): string {
  return html.replace(/<\/?(?!(?:a|b|i|em|strong|br|code)\b)[a-z][^<>]*>/gi, '')
}

function describe({ site }: RestCall, { id, post, author, content, status }: FakeComment): JsonObject {
  // Quotes are drawn as printers do. Source: wptexturize.
  const rendered = `<p>${content.replace(/(^|\s)(?:"|&#34;)/g, '$1&#8220;').replace(/"(?=\s|$)|&#34;/g, '&#8221;')}</p>\n`
  return { id, post, author, status, link: `${site}/?p=${post}#comment-${id}`, content: { rendered } }
}
