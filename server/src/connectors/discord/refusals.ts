import { asObject } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

/** Discord's own codes, by any status that says that a request was not carried out. */
function coded(...codes: readonly number[]): string[] {
  return codes.flatMap((code) => [400, 401, 403, 404, 413].map((status) => `${status} ${code}`))
}

const lostRight =
  'The bot may not post in the channel. Let it view the channel, send messages and read the message history there, and connect the account again.'

/**
 * The refusals that are certain to have had no effect, also as the answer to a commit.
 * Source: docs.discord.com/developers/topics/opcodes-and-status-codes, JSON.
 */
const certainRefusals: readonly Refusal[] = [
  {
    answers: coded(10_015, 50_027),
    kind: 'unauthorized',
    text: 'Discord knows no such webhook any more. Make a new one in the settings of the channel, and connect the account again.',
  },
  {
    answers: ['401 0', ...coded(40_001, 50_014)],
    kind: 'unauthorized',
    text: 'Discord does not accept the token of the bot. Reset it in the developer portal, and connect the account again with the new one.',
  },
  {
    answers: coded(10_003, 10_004),
    kind: 'unauthorized',
    text: 'Discord finds no such channel. If it was deleted, connect another one.',
  },
  {
    answers: coded(50_001),
    kind: 'unauthorized',
    text: 'The bot does not see the channel. Add it to the server, let it view the channel, and connect the account again.',
  },
  { answers: coded(160_002), kind: 'unauthorized', text: lostRight },
  {
    answers: coded(40_005, 50_045, 400_001),
    kind: 'invalid',
    text: 'Discord takes no file of this size in this server, or none at all now.',
    isQuoting: true,
  },
  { answers: coded(50_006), kind: 'invalid', text: 'Discord takes no empty message.' },
  {
    answers: coded(20_009, 200_000, 240_000),
    kind: 'invalid',
    text: 'The server’s own rules for content blocked the message.',
    isQuoting: true,
  },
  {
    answers: coded(40_058, 50_008, 50_024, 220_001),
    kind: 'forbidden',
    text: 'This channel takes no plain messages: it may be a forum. Connect a text channel or an announcement channel.',
  },
  {
    // Discord blocks everybody, or the program: neither says anything of the message.
    answers: coded(40_004, 40_006, 40_333),
    kind: 'unavailable',
    text: 'Discord takes no messages now.',
    isQuoting: true,
  },
  {
    answers: ['403'],
    says: /^/,
    kind: 'forbidden',
    text: 'Discord does not let the account do this.',
    isQuoting: true,
  },
  { answers: ['400'], says: /^/, kind: 'invalid', text: 'Discord refused it.', isQuoting: true },
]

/** A text alone needs no right but to post. */
const noRightToPost: Refusal = { answers: coded(50_013), kind: 'unauthorized', text: lostRight }

const noRightToMore: Refusal = {
  answers: coded(50_013),
  kind: 'forbidden',
  text: 'The bot lacks a right that this post needs: to send messages, to attach files, or to create polls. Give it that right in the channel.',
}

/** For calls that may be repeated: there the status alone is enough. */
const allRefusals: readonly Refusal[] = [
  noRightToPost,
  ...certainRefusals,
  { answers: ['401'], kind: 'unauthorized', text: 'Discord refuses the access. Connect the account again.' },
  { answers: ['403'], kind: 'forbidden', text: 'Discord does not let the account do this.' },
  { answers: ['400', '404', '413'], kind: 'invalid', text: 'Discord refused it.' },
]

type Read = (
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
) => Failure | null

/** The certain refusals, for the answer to a commit: of a text alone, or of more than that. */
export function certainRefusalOf(isPlain: boolean): Read {
  const rows = [isPlain ? noRightToPost : noRightToMore, ...certainRefusals]
  return (dialect, answer, now, secrets) => refusalTable(dialect, rows)(withWait(answer), now, secrets)
}

/** All refusals, for the answer to a call that may be repeated. */
export const readRefusal: Read = (dialect, answer, now, secrets) =>
  refusalTable(dialect, allRefusals)(withWait(answer), now, secrets)

/**
 * The seconds to wait are in the content of a refusal, with parts of a second; the header has whole ones.
 * Source: docs.discord.com/developers/topics/rate-limits, Exceeding A Rate Limit.
 */
function withWait(answer: OutboundAnswer): OutboundAnswer {
  const seconds = asObject(answer.json)?.retry_after
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': seconds.toFixed(3) } }
}
