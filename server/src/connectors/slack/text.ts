/**
 * The most characters of a text. Sources: docs.slack.dev/reference/methods/chat.postMessage, which asks for no more and cuts far
 * longer ones; docs.slack.dev/reference/methods/chat.update, `msg_too_long`.
 */
export const mostText = 4_000

/** The text with those three letters that Slack reads as commands. Source: docs.slack.dev/messaging/formatting-message-text. */
export function escapeText(text: string): string {
  return text.toWellFormed().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
