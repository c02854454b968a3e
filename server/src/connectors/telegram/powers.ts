import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, type DeletePower, type Edit, type EditPower, Failure } from '../connector.ts'
import { type Access, accessOf, askTelegram, isSaying, mustSucceed } from './api.ts'
import { linkPreviewOf } from './compose.ts'
import { readChoices } from './options.ts'
import { messagesOf } from './own-messages.ts'
import { readSettings } from './settings.ts'

const tooLate =
  'Telegram no longer lets the bot delete this message. After 48 hours a bot needs the right to delete messages of the chat. Delete it there by hand.'

/** Deletes all messages of a post. Source: core.telegram.org/bots/api#deletemessages, which passes over those that are gone. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async (post, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const chat_id = Number(readSettings(account).chatId)
    const { messageIds } = messagesOf(post)
    const [only, ...more] = messageIds
    const answer =
      more.length > 0
        ? await askTelegram('deleteMessages', { chat_id, message_ids: messageIds }, access, io)
        : await askTelegram('deleteMessage', { chat_id, message_id: only ?? 0 }, access, io)
    if (isSaying(answer, /message to delete not found|MESSAGE_ID_INVALID/i)) return
    if (isSaying(answer, /message can't be deleted/i)) throw refused(answer, tooLate)
    mustSucceed(answer, access, io)
  },
}

const pollStays = 'Telegram lets nobody change the words of a poll. Delete the post and make another one.'

/** Changes the words of a message or a caption. Sources: core.telegram.org/bots/api#editmessagetext and #editmessagecaption. */
export const editPosts: EditPower = {
  power: 'edit',
  options: [],
  refusal: ({ options, part }) => (part === 'post' && readChoices(options).poll ? pollStays : null),
  edit: async (edit, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const chatId = Number(readSettings(account).chatId)
    const { isCaption } = messagesOf(edit.post)
    let answer = await (isCaption ? editCaption : editText)(edit, chatId, access, io)
    // Nothing is known of a post whose address a person gave.
    if (!isCaption && isSaying(answer, /no text in the message/i))
      answer = await editCaption(edit, chatId, access, io)
    if (isSaying(answer, /message is not modified/i)) return 'edited'
    if (isSaying(answer, /message to edit not found|MESSAGE_ID_INVALID/i)) return 'gone'
    if (isSaying(answer, /message can't be edited/i))
      throw refused(answer, 'Telegram does not let the bot change this message. Correct it there by hand.')
    mustSucceed(answer, access, io)
    return 'edited'
  },
}

function editText(edit: Edit, chat_id: number, access: Access, io: ConnectIo): Promise<OutboundAnswer> {
  const { disableLinkPreview } = readChoices(edit.options)
  const fields = {
    chat_id,
    message_id: Number(edit.post.remoteId),
    text: edit.text.toWellFormed(),
    ...linkPreviewOf(disableLinkPreview),
  }
  return askTelegram('editMessageText', fields, access, io)
}

/** A caption that is not said to be above its media would go below them. */
function editCaption(edit: Edit, chat_id: number, access: Access, io: ConnectIo): Promise<OutboundAnswer> {
  const { showCaptionAboveMedia } = readChoices(edit.options)
  const fields = {
    chat_id,
    message_id: Number(edit.post.remoteId),
    caption: edit.text.toWellFormed(),
    ...(showCaptionAboveMedia ? { show_caption_above_media: true } : {}),
  }
  return askTelegram('editMessageCaption', fields, access, io)
}

function refused({ status }: OutboundAnswer, text: string): Failure {
  return new Failure('forbidden', text, { platformCode: String(status) })
}
