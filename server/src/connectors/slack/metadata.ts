import { asObject, type JsonObject } from '../../lib/json/json.ts'

const eventType = 'crier_post'

/** The mark by which we know a message again. Anybody in the workspace may read it. Source: docs.slack.dev/messaging/message-metadata. */
export function metadataOf(key: string): JsonObject {
  return { event_type: eventType, event_payload: { key } }
}

/** Whether a message has our mark. No other target has the same key. */
export function hasMark({ metadata }: JsonObject, key: string): boolean {
  const marked = asObject(metadata)
  return marked?.event_type === eventType && asObject(marked.event_payload)?.key === key
}
