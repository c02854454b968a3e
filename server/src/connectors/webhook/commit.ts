import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type Json, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { signatureHeaders } from '../../lib/secrecy/webhook-signature.ts'
import type { CommitStep, Committed, Io, PublishedPost } from '../connector.ts'
import { makeUnknown } from '../kit/json-api.ts'
import { dialect, isTaken, readCertainRefusal, secretsOf } from './api.ts'
import { readSettings, receiverOf } from './settings.ts'

/** Signs the message and sends it. Anything but a success or a refusal of the list leaves the outcome unknown. @throws Failure */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const { body } = step.commit
  if (typeof body !== 'string') throw new Error('A message is a text.')
  const receiver = receiverOf(step.account, io.credentials)
  const { 'webhook-id': _, ...signature } = signatureHeaders({ id: step.key, sentAt: io.now(), body }, [
    receiver.secret,
  ])
  const answer = await io.sendOnce(signature)
  if (isTaken(answer)) return { outcome: 'published', ...readPost(answer, step) }
  throw readCertainRefusal(answer, io.now(), secretsOf(receiver)) ?? makeUnknown(dialect, answer)
}

const longestId = 500

/** The post as the receiver names it. One that it does not name goes by the id of its message. */
function readPost({ json }: OutboundAnswer, { key, account }: CommitStep): PublishedPost {
  const said = asObject(json)
  const url = readWebAddress(textOf(said?.url))
  return {
    remoteId: idOf(said?.id) ?? key,
    url: url ?? `${readSettings(account).origin}/`,
    reference: { url },
  }
}

/** A number is an id too. Letters that cannot be kept are no part of one. */
function idOf(id: Json | undefined): string | null {
  const text = Number.isSafeInteger(id) ? String(id) : textOf(id)
  return text !== null && text.length <= longestId && !/[\p{Cc}\p{Cs}\ufffd]/u.test(text) ? text : null
}
