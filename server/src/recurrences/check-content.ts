import { connectorOf } from '../connectors/of-platform.ts'
import type { CallContext } from '../context.ts'
import { isObject, type Json } from '../lib/json/json.ts'
import { type FieldProblem, invalid, type Notice, showNotices } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { columnsOf } from '../posts/plan-columns.ts'
import type { NewPostBody } from '../posts/post-body.ts'
import { toPostRequest } from '../posts/post-row.ts'
import { faultsOf, type Plan, planPost } from '../posts/request/plan-post.ts'
import type { NewRecurrenceBody } from './recurrence-body.ts'
import type { StoredContent, StoredVariation } from './recurrence-row.ts'

/** The members of a request that say what is posted and where. */
export type ContentInput = Omit<
  NewRecurrenceBody,
  'rule' | 'timezone' | 'starts_on' | 'ends_on' | 'ends_after'
>

/** Checked content, as it is stored. */
export interface CheckedContent {
  readonly content: StoredContent
  readonly variations: readonly StoredVariation[]
  readonly accountIds: readonly string[]
  readonly mediaIds: readonly string[]
  readonly warnings: readonly Notice[]
}

/**
 * Checks the content of a recurrence as that of a post, once for each variation. `isOnce`: it posts a single time, so that
 * nothing repeats.
 * @throws Problem 422 with everything that is wrong
 */
export async function checkContent(
  call: CallContext,
  input: ContentInput,
  { now, isOnce }: { now: Date; isOnce: boolean },
): Promise<CheckedContent> {
  const { variations = [], ...post } = input
  const base = await planPost(call, timed(post, now))
  const plans: Plan[] = []
  // Where variations take turns, the post alone is never published, but what it names must be there.
  const faults = [...ownTimes(input), ...(variations.length > 0 ? base.problems : faultsOf(base))]
  for (const [index, variation] of variations.entries()) {
    const plan = await planPost(call, timed(withVariation(post, variation), now))
    plans.push(plan)
    faults.push(...faultsOf(plan).map((fault) => placed(fault, variation, index)))
  }
  const distinct = distinctOnes(faults, (fault) =>
    [fault.pointer, fault.code, String(fault.detail)].join(' '),
  )
  if (distinct.length > 0) throw invalid(distinct)
  const published = plans.length > 0 ? plans : [base]
  return {
    content: requestOf(base),
    variations: variations.map(({ caption, media }, index) => ({
      ...(caption === undefined ? {} : { caption }),
      ...(media === undefined ? {} : { media: plans[index] ? requestOf(plans[index]).media : [] }),
    })),
    accountIds: base.request.accountIds,
    mediaIds: [...new Set([base, ...plans].flatMap(({ mediaIds }) => mediaIds))],
    warnings: warningsOf(call, published, variations, isOnce),
  }
}

function distinctOnes<One>(all: readonly One[], nameOf: (one: One) => string): One[] {
  return [...new Map(all.map((one) => [nameOf(one), one])).values()]
}

type Variation = NonNullable<ContentInput['variations']>[number]

// A day ahead, a post may have any content; times do not matter to what networks take.
const dayMs = 86_400_000

function timed(post: Omit<ContentInput, 'variations'>, now: Date): NewPostBody {
  return { ...post, scheduled_at: new Date(now.getTime() + dayMs).toISOString(), is_draft: false }
}

function withVariation(post: Omit<ContentInput, 'variations'>, variation: Variation) {
  if (variation.caption === undefined) return { ...post, ...variation }
  const { body: _otherName, ...rest } = post
  return { ...rest, ...variation }
}

/** Times belong to the rule, so platforms and accounts have none of their own. */
function ownTimes({ platform_configurations, account_configurations }: ContentInput): FieldProblem[] {
  const detail = 'The rule gives the times of a recurrence, so nothing in it has a time of its own.'
  const found: FieldProblem[] = []
  const look = (value: Json | undefined, pointer: string) => {
    if (Array.isArray(value)) for (const [index, each] of value.entries()) look(each, `${pointer}/${index}`)
    else if (isObject(value)) {
      if ((value.scheduled_at ?? null) !== null)
        found.push({ pointer: `${pointer}/scheduled_at`, code: 'not_allowed', detail })
    }
  }
  const lookInside = (value: Json | undefined, pointer: string) => {
    if (!isObject(value)) return look(value, pointer)
    const list = value.account_configurations
    if (Array.isArray(list)) return look(list, `${pointer}/account_configurations`)
    for (const [name, each] of Object.entries(value))
      look(each, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
  lookInside(platform_configurations, '/platform_configurations')
  lookInside(account_configurations, '/account_configurations')
  return found
}

/** A fault where the request has it: in a variation, if that gave the words or the media. */
function placed(fault: FieldProblem, variation: Variation | undefined, index: number): FieldProblem {
  const member = fault.pointer.split('/')[1]
  const isOfVariation =
    (member === 'caption' && variation?.caption !== undefined) ||
    (member === 'media' && variation?.media !== undefined)
  return isOfVariation ? { ...fault, pointer: `/variations/${index}${fault.pointer}` } : fault
}

/** The content of a plan as it is stored: with the names of media, whatever the request called them. */
function requestOf(plan: Plan): StoredContent {
  const { scheduled_at: _time, is_draft: _draft, ...request } = toPostRequest(columnsOf(plan))
  const { late_policy: policy } = request
  // No body of a recurrence takes the policy that never ends.
  return { ...request, late_policy: policy === 'publish_always' ? 'publish_24h' : policy }
}

function warningsOf(
  { context }: CallContext,
  plans: readonly Plan[],
  variations: readonly Variation[],
  isOnce: boolean,
): Notice[] {
  const found = plans.flatMap((plan, index) =>
    plan.warnings.map((warning) => placed(warning, variations[index], index)),
  )
  const repeated = isOnce ? [] : repeatedWords(plans, (platform) => connectorOf(context, platform))
  return distinctOnes(
    showNotices([...found, ...repeated]),
    ({ pointer, code, detail, social_account_id: account }) => [pointer, code, detail, account].join(' '),
  )
}

/** A warning for each account whose network refuses words that the account has posted, where some would come again. */
function repeatedWords(
  plans: readonly Plan[],
  connector: (platform: string) => ReturnType<typeof connectorOf>,
): FieldProblem[] {
  const [first] = plans
  return (first?.accounts ?? []).flatMap(({ source }, index): FieldProblem[] => {
    const network = connector(source.platform)
    if (!network?.refusesRepeats) return []
    const texts = plans.map((plan) => plan.accounts[index]?.target.parts[0]?.text ?? '')
    const different = new Set(texts).size
    const detail =
      different === 1
        ? sentence(
            '{network} refuses words that an account has posted already, and each post of {username} would say the same. Give it variations.',
            { network: network.name, username: source.username },
          )
        : sentence(
            '{network} refuses words that an account has posted already. {username} has {different} different texts, which come again after so many posts.',
            { network: network.name, username: source.username, different },
          )
    return [{ pointer: '/variations', code: 'words_repeat', detail, social_account_id: source.id }]
  })
}
