import { type Asked, ask, type Command, command, pickPost } from './command.ts'
import { timeOf } from './look.ts'
import { clockNow, livePosts, type Model, type ModelPost, setDue } from './model.ts'
import { expectAnswer, isOpen, stop } from './post-commands.ts'

// Reading two clocks.
const blurMs = 2_000

/** How a reviewer approves: for its time, for now, for an hour from now, or a version that they never saw. */
export type How = 'in_time' | 'now' | 'later' | 'unseen'

export function approve(pick: number, how: How): Command {
  return command(`approve ${pick} ${how}`, hasPost, async (model, world) => {
    const post = pickPost(model, pick, isWaiting)
    const clock = clockNow(model)
    const body = {
      version: how === 'unseen' ? post.approvalVersion + 1 : Math.max(1, post.approvalVersion),
      ...(how === 'now' ? { publish_now: true } : {}),
      ...(how === 'later' ? { scheduled_at: new Date(clock + 3_600_000).toISOString() } : {}),
    }
    const asked = await ask(model, world, 'POST', `/v1/posts/${post.id}/approve`, body)
    expectAnswer(asked, verdictsOf(post, how, clock))
    if (asked.verdict === 200) letGo(post, asked)
  })
}

function verdictsOf(post: ModelPost, how: How, clock: number): (string | 200)[] {
  if (!isWaiting(post)) return ['not_waiting']
  if (how === 'unseen') return ['version_changed']
  if (how !== 'in_time' || post.scheduledAt === null || post.scheduledAt > clock + blurMs) return [200]
  return post.scheduledAt < clock - blurMs ? ['scheduled_at_in_past'] : [200, 'scheduled_at_in_past']
}

function letGo(post: ModelPost, { sentAt, json }: Asked): void {
  post.approval = 'approved'
  post.scheduledAt = timeOf(json.scheduled_at)
  for (const result of post.results) {
    if (result.status !== 'held') continue
    Object.assign(result, { status: 'pending', heldReason: null, scheduledAt: post.scheduledAt ?? 0 })
    setDue(post, result.account, post.scheduledAt ?? 0, sentAt)
  }
}

export function returnPost(pick: number): Command {
  return command(`return ${pick}`, hasPost, async (model, world) => {
    const post = pickPost(model, pick, isWaiting)
    const asked = await ask(model, world, 'POST', `/v1/posts/${post.id}/return`, {
      comment: 'Shorter, please.',
    })
    expectAnswer(asked, [isWaiting(post) ? 200 : 'not_waiting'])
    if (asked.verdict !== 200) return
    Object.assign(post, { isDraft: true, approval: 'returned', results: [] })
    stop(post, asked.sentAt)
  })
}

function isWaiting({ approval }: ModelPost): boolean {
  return approval === 'waiting'
}

function hasPost(model: Model): boolean {
  return isOpen(model) && livePosts(model).length > 0
}
