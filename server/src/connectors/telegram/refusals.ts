import { asObject } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

/**
 * The refusals that are certain to have had no effect, also as the answer to a commit. Telegram has numbers of few kinds, so its
 * words tell them apart. README.md has the source of the words.
 */
const certainRefusals: readonly Refusal[] = [
  {
    answers: ['401 401'],
    kind: 'unauthorized',
    text: 'Telegram does not accept the token of the bot. Copy the one that @BotFather shows now, and connect the account again.',
  },
  {
    // The address of a token that is none.
    answers: ['404 404'],
    says: /^not found$/i,
    kind: 'unauthorized',
    text: 'Telegram knows no bot with this token. Copy the whole token of the bot, and nothing else.',
  },
  {
    // The bot was moved to another server by `logOut`. Source: github.com/tdlib/telegram-bot-api/issues/566.
    answers: ['400 400'],
    says: /^(?:bad request: )?logged out$/i,
    kind: 'unauthorized',
    text: 'The bot is logged out of this server of the Bot API, as it is when it moves to another. Connect the account again.',
  },
  {
    answers: ['400 400', '403 403'],
    says: /upgraded to a supergroup/i,
    kind: 'unauthorized',
    text: 'This group has become a supergroup, which is another chat to Telegram. Connect it as a new account.',
  },
  {
    answers: ['400 400', '403 403'],
    says: /\bkicked\b|not a member|group chat was deleted|chat was deactivated/i,
    kind: 'unauthorized',
    text: 'The bot is not in the chat any more. Add it as an administrator who may post, and connect the account again.',
  },
  {
    answers: ['400 400'],
    says: /chat not found|CHANNEL_PRIVATE|CHANNEL_INVALID/i,
    kind: 'unauthorized',
    text: 'Telegram finds no such chat for this bot. Add the bot to the chat as an administrator, and check the name or the id of the chat.',
  },
  {
    answers: ['400 400', '403 403'],
    says: /administrator rights|CHAT_ADMIN_REQUIRED|CHAT_WRITE_FORBIDDEN|no rights to send a message|not enough rights to send text/i,
    kind: 'unauthorized',
    text: 'The bot may not post in the chat. Make it an administrator who may post messages, and connect the account again.',
  },
  {
    answers: ['400 400', '403 403'],
    says: /not enough rights/i,
    kind: 'forbidden',
    text: 'The bot may not post this in the chat.',
    isQuoting: true,
  },
  {
    answers: ['400 400'],
    says: /message thread not found|TOPIC_(?:CLOSED|DELETED)/i,
    kind: 'invalid',
    text: 'The chat has no such topic, or it is closed.',
    isQuoting: true,
  },
  {
    answers: ['400 400'],
    says: /message to be replied not found|replied message not found/i,
    kind: 'invalid',
    text: 'The message that this one answers is not there any more.',
  },
  { answers: ['413 413'], says: /^/, kind: 'invalid', text: 'Telegram takes no file of this size.' },
  {
    answers: ['403 403'],
    says: /^/,
    kind: 'forbidden',
    text: 'Telegram does not let the bot do this.',
    isQuoting: true,
  },
  { answers: ['400 400'], says: /^/, kind: 'invalid', text: 'Telegram refused it.', isQuoting: true },
]

/** For calls that may be repeated: there the status alone is enough. */
const allRefusals: readonly Refusal[] = [
  ...certainRefusals,
  {
    answers: ['401'],
    kind: 'unauthorized',
    text: 'The server of the Bot API refuses the bot. Connect the account again.',
  },
  { answers: ['403'], kind: 'forbidden', text: 'Telegram does not let the bot do this.' },
  { answers: ['400', '404', '413'], kind: 'invalid', text: 'Telegram refused it.' },
]

/** The certain refusals, for the answer to a commit. */
export function readCertainRefusal(
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
): Failure | null {
  return refusalTable(dialect, certainRefusals)(withWait(answer), now, secrets)
}

/** All refusals, for the answer to a call that may be repeated. */
export function readRefusal(
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
): Failure | null {
  return refusalTable(dialect, allRefusals)(withWait(answer), now, secrets)
}

/** The seconds to wait are in the content of a refusal. Source: core.telegram.org/bots/api#responseparameters. */
function withWait(answer: OutboundAnswer): OutboundAnswer {
  const seconds = asObject(asObject(answer.json)?.parameters)?.retry_after
  if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds) || seconds < 0) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } }
}
