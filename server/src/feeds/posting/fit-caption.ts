import type { CallContext } from '../../context.ts'
import { excerptOf } from '../../lib/text/excerpt.ts'
import { countGraphemes } from '../../lib/text/graphemes.ts'
import type { NewPostBody } from '../../posts/post-body.ts'
import { type AccountPlan, type Plan, planPost } from '../../posts/request/plan-post.ts'
import { type CaptionWords, usualCaption, writeCaption } from '../caption-template.ts'
import { bodyOf, captionFor, type PostSettings } from './post-settings.ts'

/** A post whose text fits every network, if any shortening makes it fit. */
export interface FittedPost {
  readonly body: NewPostBody
  readonly plan: Plan
  /** The text of each account, and whether it was shortened. */
  readonly captions: ReadonlyMap<string, { readonly caption: string; readonly isShortened: boolean }>
}

/**
 * Writes the post of an item. Where its text is longer than a network takes, by the network's own way of counting, the
 * accounts there get a shorter one: first the summary ends earlier, after a word, then hashtags go, then the title ends
 * earlier. The link is never cut.
 */
export async function fitCaption(
  call: CallContext,
  settings: PostSettings,
  accountIds: readonly string[],
  words: CaptionWords,
): Promise<FittedPost> {
  const body = bodyOf(settings, accountIds, words)
  const plan = await planPost(call, untimed(body))
  const captions = new Map<string, { caption: string; isShortened: boolean }>()
  for (const { source, checked } of plan.accounts) {
    const template = captionFor(settings, source.platform)
    const whole = writeCaption(template, words)
    const shorter = isOver(checked)
      ? await shorten(call, { template, words, accountId: source.id, body })
      : null
    captions.set(source.id, { caption: shorter ?? whole, isShortened: shorter !== null })
  }
  const shortened = [...captions].filter(([, { isShortened }]) => isShortened)
  if (shortened.length === 0) return { body, plan, captions }
  const account_configurations = shortened.map(([account_id, { caption }]) => ({ account_id, caption }))
  const fitted = { ...body, account_configurations }
  return { body: fitted, plan: await planPost(call, untimed(fitted)), captions }
}

/** The queue has nothing to do with the words. */
function untimed({ use_queue: _queue, is_draft: _draft, ...body }: NewPostBody): NewPostBody {
  return body
}

function isOver({ length }: AccountPlan['checked']): boolean {
  return length.count > length.max
}

interface Shortening {
  readonly template: string
  readonly words: CaptionWords
  readonly accountId: string
  readonly body: NewPostBody
}

/** Null where nothing makes it fit: its network then says what is wrong. */
async function shorten(
  call: CallContext,
  { template, words, accountId, body }: Shortening,
): Promise<string | null> {
  const fits = async (caption: string): Promise<boolean> => {
    const own = { ...untimed(body), social_accounts: [accountId] }
    const { accounts } = await planPost(call, {
      ...own,
      account_configurations: [{ account_id: accountId, caption }],
    })
    return accounts.every(({ checked }) => !isOver(checked))
  }
  const bare = { ...words, summary: '', hashtags: '', categories: '' }
  // Each step cuts one of the fields, the others being as they are.
  const steps: readonly (readonly [template: string, words: CaptionWords, cut: 'summary' | 'title'])[] = [
    [template, words, 'summary'],
    [template, bare, 'title'],
    [usualCaption, bare, 'title'],
  ]
  for (const [text, kept, cut] of steps) {
    const write = (length: number) =>
      writeCaption(text, { ...kept, [cut]: length === 0 ? '' : excerptOf(kept[cut], length) })
    const longest = await longestThatFits(countGraphemes(kept[cut]), (length) => fits(write(length)))
    if (longest !== null && write(longest) !== '') return write(longest)
  }
  return null
}

/** The greatest length up to `most` that fits, where every shorter one fits too. Null where not even 0 does. */
async function longestThatFits(
  most: number,
  fits: (length: number) => Promise<boolean>,
): Promise<number | null> {
  if (!(await fits(0))) return null
  let [good, bad] = [0, most + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (await fits(middle)) good = middle
    else bad = middle
  }
  return good
}
