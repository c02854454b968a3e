import type { CommitStep, Io, Omission, Settled } from '../connector.ts'
import { Failure } from '../connector.ts'
import { accessOf, askDiscord, dialect, messagePath, mustSucceed } from './api.ts'
import { readChoices } from './options.ts'
import { publishedAs } from './own-messages.ts'
import { readSettings } from './settings.ts'

/** Whether the post is to be published to followers. Its answers are not: they are read in the channel. */
export function mayCrosspost({ draft, part, account }: CommitStep): boolean {
  return part === 'post' && readSettings(account).sender === 'bot' && readChoices(draft.options).crosspost
}

const longestWaitMs = 2 * 3_600_000
const usualWaitMs = 60_000

/**
 * Publishes a message, which is public in its channel already, to all servers that follow the channel. A second call
 * changes nothing more. Discord lets a channel do this only so often in an hour, which is waited for; a message that cannot be
 * published so is public all the same. Source: docs.discord.com/developers/resources/message, Crosspost Message. @throws Failure
 */
export async function crosspost(messageId: string, step: CommitStep, io: Io): Promise<Settled> {
  const { account, firstSentAt } = step
  const access = accessOf(account, io.credentials)
  const path = `${messagePath(account, access, messageId)}/crosspost`
  const answer = await askDiscord({ method: 'POST', path }, access, io)
  const published = { outcome: 'published', ...publishedAs(messageId, account) } as const
  if (dialect.code(answer) === alreadyDone) return published
  try {
    mustSucceed(answer, access, io)
    return published
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    switch (error.kind) {
      case 'rate_limited': {
        const againInMs = error.retryAfterMs ?? usualWaitMs
        const isInTime = io.now().getTime() + againInMs - firstSentAt.getTime() <= longestWaitMs
        return isInTime ? { outcome: 'pending', againInMs } : { ...published, omitted: [notShared] }
      }
      case 'invalid':
      case 'forbidden':
        return { ...published, omitted: [notShared] }
      default:
        throw error
    }
  }
}

/** "This message has already been crossposted". */
const alreadyDone = '40033'

const notShared: Omission = {
  code: 'not_crossposted',
  detail: 'Discord did not publish the post to the followers of the channel. Publish it there by hand.',
}
