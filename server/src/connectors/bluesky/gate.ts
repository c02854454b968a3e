import { asObject, isArray, type JsonObject } from '../../lib/json/json.ts'
import type { Draft, Step } from '../connector.ts'
import type { Artefacts } from './artefacts.ts'
import { readTexts } from './options.ts'
import { readSettings } from './settings.ts'

/** The collection of the records that say who may reply. */
export const gates = 'app.bsky.feed.threadgate'

const rules: Readonly<Record<string, string>> = {
  mentioned: `${gates}#mentionRule`,
  followers: `${gates}#followerRule`,
  following: `${gates}#followingRule`,
}

/** The record that says who may reply, under the key of the post; null when everybody may. A thread has one gate. */
export function makeGate(
  { draft, account, replyTo }: Step,
  { rkey, createdAt }: Artefacts,
): { collection: string; record: JsonObject } | null {
  const allowed = readAllowed(draft)
  if (allowed === null || replyTo !== null) return null
  const post = `at://${readSettings(account).did}/app.bsky.feed.post/${rkey}`
  const allow = allowed.flatMap((who) => (rules[who] === undefined ? [] : [{ $type: rules[who] }]))
  return { collection: gates, record: { $type: gates, post, allow, createdAt } }
}

function readAllowed({ options }: Draft): string[] | null {
  const gate = asObject(options.thread_gate)
  return gate && isArray(gate.allow) ? readTexts(gate.allow) : null
}
