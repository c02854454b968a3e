import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

const secondMs = 1_000
const hourMs = 3_600_000

const named = (...codes: readonly number[]) => codes.map((code) => `200 ${code}`)

/**
 * The refusals that are certain to have had no effect, also as the answer to a post: VK checks all of these before it does anything.
 * Source: github.com/VKCOM/vk-api-schema, errors.json; dev.vk.com/en/reference/errors. Not among them are 1, 10, 13, 36 and 43,
 * after which a server may have done it.
 */
const certainRefusals: readonly Refusal[] = [
  {
    answers: named(18, 37, 3_610),
    kind: 'account_blocked',
    text: 'VK has blocked or deactivated this profile. Once VK lets it in again, connect it again.',
  },
  {
    answers: named(5, 27),
    says: /with group auth/i,
    kind: 'forbidden',
    text: 'VK does not let the key of a community do this. Connect the community through VK ID instead.',
  },
  {
    answers: named(5, 27, 28, 1_117),
    kind: 'unauthorized',
    text: 'VK no longer accepts the access. Connect the account again.',
  },
  {
    answers: named(17, 24, 25, 3_301, 3_302, 3_303, 3_304, 3_609, 11_500),
    kind: 'unauthorized',
    text: 'VK asks this person for a confirmation. Open VK, confirm it there, and connect the account again.',
  },
  {
    answers: named(14, 3_300),
    kind: 'forbidden',
    text: 'VK asks for a captcha, which only a person can solve. Publish something at VK by hand, and try this post again later.',
  },
  {
    answers: named(6),
    kind: 'rate_limited',
    text: 'VK takes only a few calls in a second.',
    retryAfterMs: secondMs,
  },
  {
    answers: named(9, 29, 601),
    kind: 'rate_limited',
    text: 'VK takes no more of this from the account for now.',
    isQuoting: true,
    retryAfterMs: hourMs,
  },
  {
    answers: named(214, 219, 224),
    says: /limit|per day|a day|too many|recently/i,
    kind: 'rate_limited',
    text: 'VK takes no more posts on this wall for now.',
    isQuoting: true,
    retryAfterMs: hourMs,
  },
  {
    answers: named(2, 11, 38, 101),
    kind: 'app_unusable',
    text: 'VK does not accept the app of this server. Its operator must check it at id.vk.com.',
    isQuoting: true,
  },
  {
    answers: named(1_051),
    kind: 'forbidden',
    text: 'VK lets no sign-in of this app publish. Its operator must ask devsupport@corp.vk.com for it; a community can be connected by its key.',
  },
  {
    answers: named(222),
    kind: 'invalid',
    text: 'VK refuses a link of this post.',
    isQuoting: true,
  },
  {
    answers: named(7, 15, 19, 20, 21, 30, 200, 203, 204, 210, 211, 212, 213, 214, 219, 220, 223, 224, 225),
    kind: 'forbidden',
    text: 'VK does not let the account do this.',
    isQuoting: true,
  },
  {
    answers: named(8, 100, 113, 114, 125, 129, 150),
    kind: 'invalid',
    text: 'VK refused it.',
    isQuoting: true,
  },
]

/** For calls that may be repeated: uploads have refusals of their own. */
const allRefusals: readonly Refusal[] = [
  ...certainRefusals,
  {
    answers: named(22, 105, 118, 121, 122),
    kind: 'unavailable',
    text: 'VK did not take the file this time.',
    isQuoting: true,
  },
  {
    answers: named(300, 302, 703, 704, 1_150, 1_153),
    kind: 'forbidden',
    text: 'VK does not let the account do this.',
    isQuoting: true,
  },
]

type Read = (
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
) => Failure | null

/** The certain refusals, for the answer to a commit. */
export const readCertainRefusal: Read = (dialect, answer, now, secrets) =>
  refusalTable(dialect, certainRefusals)(answer, now, secrets)

/** All refusals, for the answer to a call that may be repeated. */
export const readRefusal: Read = (dialect, answer, now, secrets) =>
  refusalTable(dialect, allRefusals)(answer, now, secrets)
