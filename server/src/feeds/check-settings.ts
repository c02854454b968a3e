import { requireScope } from '../callers/authorize.ts'
import type { CallContext } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { type FieldProblem, invalid } from '../lib/problem.ts'
import { planPost } from '../posts/request/plan-post.ts'
import { mustAskApproval, requirePublish } from '../posts/require-publish.ts'
import { type CaptionItem, checkCaption, wordsOf } from './caption-template.ts'
import type { FeedAction } from './feed-schema.ts'
import { bodyOf, type PostSettings } from './posting/post-settings.ts'

/** An item to try settings with. */
const example: CaptionItem = {
  title: 'A title',
  link: 'https://example.org/',
  summary: 'A summary.',
  author: 'Anna',
  categories: ['news'],
  publishedAt: '2026-01-01T00:00:00.000Z',
}

/**
 * Checks everything about the posts of a feed that does not depend on their items. Answers the ids of the accounts, which a
 * request may name by their numbers.
 * @throws Problem 422 with everything that is wrong
 */
export async function checkSettings(
  call: CallContext,
  settings: PostSettings,
  accounts: readonly (string | number)[],
): Promise<readonly string[]> {
  const wrong = [
    ...checkCaption(settings.caption, '/caption'),
    ...checkConfigurations(settings.platform_configurations ?? {}),
  ]
  const { use_queue: _queue, ...body } = bodyOf(settings, accounts, wordsOf(example, 'A feed'))
  const { problems, request } = await planPost(call, body)
  const all = [...wrong, ...problems]
  if (all.length > 0) throw invalid(all)
  return request.accountIds
}

function checkConfigurations(configurations: JsonObject): FieldProblem[] {
  return Object.entries(configurations).flatMap(([platform, value]) => {
    const pointer = `/platform_configurations/${platform.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const { caption, scheduled_at } = (value ?? {}) as JsonObject
    const detail = 'A feed has no time of its own: its items go out when they come, or from the queue.'
    const timed =
      scheduled_at === undefined || scheduled_at === null
        ? []
        : [{ pointer: `${pointer}/scheduled_at`, code: 'no_time', detail }]
    return [...timed, ...(typeof caption === 'string' ? checkCaption(caption, `${pointer}/caption`) : [])]
  })
}

/**
 * Lets a caller make a feed whose items become more than drafts only where it may publish, or where its posts wait for approval.
 * @throws Problem 402, 403
 */
export function requireAction(call: CallContext, action: FeedAction): void {
  if (action !== 'draft' && !mustAskApproval(call.caller)) requirePublish(call)
}

/**
 * Lets a caller that may write but not publish change and delete the feeds of its own person, and none of others.
 * @throws Problem 403 `scope_missing`
 */
export function requireOwnFeed({ caller }: CallContext, { user_id }: { readonly user_id: string }): void {
  if (user_id !== caller.userId)
    requireScope(caller, 'publish', 'may change only the feeds of its own person')
}
