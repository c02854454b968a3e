import { Type } from 'typebox'
import { asObject, isArray, type Json, type JsonObject } from '../../lib/json/json.ts'
import type { Account, PublishedPost } from '../connector.ts'
import { stored } from '../kit/media/stored.ts'
import { addressOf, idOf } from './chat.ts'
import { readSettings } from './settings.ts'

const reference = stored(
  Type.Object({
    /** The messages of an album, in order; one of every other post. */
    messageIds: Type.Array(Type.Integer(), { default: [] }),
    /** Whether its words are the caption of media. */
    isCaption: Type.Boolean({ default: false }),
  }),
  'This post was stored without its messages.',
)

/**
 * The post that an answer names: a message, or all those of an album, whose first one carries the text. Null where one of them has
 * no id.
 */
export function readPost(result: Json | undefined, account: Pick<Account, 'settings'>): PublishedPost | null {
  const messages = isArray(result) ? result.map(asObject) : [asObject(result)]
  const ids = messages.map((message) => messageIdOf(message))
  const messageIds = ids.filter((id) => id !== null)
  const [first] = messageIds
  if (first === undefined || messageIds.length < ids.length) return null
  const remoteId = String(first)
  const isCaption = messages.some(
    (message) => message !== null && mediaMembers.some((name) => name in message),
  )
  return {
    remoteId,
    url: addressOf(readSettings(account), remoteId),
    reference: reference.write({ messageIds, isCaption }),
  }
}

const mediaMembers = ['photo', 'video', 'animation', 'document']

function messageIdOf(message: JsonObject | null): number | null {
  const id = message?.message_id
  // A message with the id 0 is one that Telegram will send later.
  return idOf(id) !== null && Number(id) > 0 ? Number(id) : null
}

/** The messages of a post, in order, and whether its text is a caption. */
export function messagesOf({ remoteId, reference: given }: PublishedPost): {
  readonly messageIds: readonly number[]
  readonly isCaption: boolean
} {
  const { messageIds, isCaption } = reference.read(asObject(given) ?? {})
  return { messageIds: messageIds.length > 0 ? messageIds : [Number(remoteId)], isCaption }
}
