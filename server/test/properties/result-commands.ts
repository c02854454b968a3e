import { ask, type Command, command, type Picked, pickResult, shownResults } from './command.ts'
import {
  cancelResultVerdict,
  isLookedFor,
  orLookedFor,
  resolveVerdict,
  retryVerdict,
  type Verdict,
} from './expect.ts'
import { type Model, sayingOf, setDue } from './model.ts'
import { expectChange, isOpen, withdraw } from './post-commands.ts'

export function cancelResult(pick: number): Command {
  return command(`cancel result ${pick}`, hasResult, async (model, world) => {
    const picked = pickResult(model, pick, 'pending')
    const { post, result } = picked
    const before = orLookedFor(cancelResultVerdict(result), [result])
    const asked = await ask(model, world, 'POST', `/v1/post-results/${result.id}/cancel`)
    if (asked.verdict === 200) {
      result.status = 'canceled'
      setDue(post, result.account, Number.POSITIVE_INFINITY, asked.sentAt)
      withdraw(post)
    }
    await expectChange(model, world, asked, before, () => cancelResultVerdict(now(picked)))
  })
}

export function retryResult(pick: number): Command {
  return command(`retry result ${pick}`, hasResult, async (model, world) => {
    const picked = pickResult(model, pick, 'failed')
    const before = retryVerdict(picked.result)
    // It may fail at any moment, unseen; then nobody could say what this answers.
    if (before === 'not_failed' && model.isWorking && !isOver(picked.result)) return
    const asked = await ask(model, world, 'POST', `/v1/post-results/${picked.result.id}/retry`)
    if (asked.verdict === 200) sendAgain(picked, asked.sentAt)
    await expectChange(model, world, asked, [before], () => retryVerdict(now(picked)))
  })
}

export type Outcome = 'published' | 'not_published' | 'discard'

/** A person answers, rightly or wrongly: nobody looks at the network here. */
export function resolveResult(pick: number, outcome: Outcome): Command {
  return command(`resolve result ${pick} as ${outcome}`, hasResult, async (model, world) => {
    const picked = pickResult(model, pick, 'needs_review')
    const { post, result } = picked
    const before = resolveVerdict(result, outcome)
    // It may come to ask at any moment, unseen; then nobody could say what this answers.
    if (before === 'not_in_review' && model.isWorking && !isOver(result)) return
    const asking = result.links.findIndex(({ status }) => status === 'needs_review')
    // Who said that it is not there may still leave it at that, until the last look is made.
    const mayLeave = asking < 0 && outcome === 'discard' && isLookedFor(result)
    const position = mayLeave ? (result.lookedFor ?? -1) : asking
    const link = result.links[position]
    const asked = await ask(model, world, 'POST', `/v1/post-results/${result.id}/resolve`, { outcome })
    if (asked.verdict === 200 && link) {
      const saying = sayingOf(post, result.account, position)
      if (outcome === 'published') saying.isReportedPublished = true
      if (outcome === 'discard' && link.reason !== 'missed_window') saying.isDiscarded = true
      if (outcome === 'not_published' && link.reason !== 'missed_window') saying.more += 1
      settle(picked, outcome, asked.sentAt, asked.json.status)
      result.lookedFor = outcome === 'not_published' && link.reason !== 'missed_window' ? position : null
    }
    const allowed: readonly Verdict[] = mayLeave ? [before, 200] : [before]
    await expectChange(model, world, asked, allowed, () => resolveVerdict(now(picked), outcome))
  })
}

function isOver({ links }: Picked['result']): boolean {
  return links.every(({ status }) => status === 'published' || status === 'failed' || status === 'canceled')
}

function settle(picked: Picked, outcome: Outcome, sentAt: number, shown: Picked['result']['status']): void {
  if (outcome === 'not_published') sendAgain(picked, sentAt)
  // The answer is of the same moment as the change, so it says what follows for the whole thread.
  else picked.result.status = shown
}

// Now, and if it was the post itself that failed, with all that follows it.
function sendAgain({ post, result }: Picked, sentAt: number): void {
  const isRootOut = result.links[0]?.status === 'published'
  const isComment = result.links.every(
    ({ part, status }) => part === 'first_comment' || status === 'published',
  )
  if (!isComment) result.status = isRootOut ? 'publishing' : 'pending'
  setDue(post, result.account, 0, sentAt)
}

/** The result as it was last seen. */
function now({ post, result }: Picked): Picked['result'] {
  return post.results.find(({ account }) => account === result.account) ?? result
}

function hasResult(model: Model): boolean {
  return isOpen(model) && shownResults(model).length > 0
}
