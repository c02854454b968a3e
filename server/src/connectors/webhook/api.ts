import { randomUUID } from 'node:crypto'
import { asObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { signatureHeaders } from '../../lib/secrecy/webhook-signature.ts'
import { word } from '../../lib/text/sentence.ts'
import type { ConnectIo } from '../connector.ts'
import {
  type Dialect,
  makeUnavailable,
  type ReadRefusal,
  type Refusal,
  refusalTable,
} from '../kit/json-api.ts'
import { type MessageData, writeMessage } from './message.ts'
import type { Receiver } from './settings.ts'

/** The headers of a message that are no secret. Its signature and the time of it are added when it is sent. */
export function headersOf(id: string): Readonly<Record<string, string>> {
  return { accept: 'application/json', 'content-type': 'application/json', 'webhook-id': id }
}

const timeoutMs = 15_000
const mostBytes = 1_000_000

/** Sends a message that may be sent again, each time as another one. @throws Failure unless the receiver takes it */
export async function sendMessage<Kind extends 'ping' | 'post.delete'>(
  kind: Kind,
  data: MessageData<Kind>,
  receiver: Receiver,
  io: ConnectIo,
): Promise<void> {
  const { address, secret } = receiver
  const [id, sentAt] = [`${kind.replace('.', '_')}_${randomUUID()}`, io.now()]
  const body = writeMessage(kind, sentAt, data)
  const headers = { ...headersOf(id), ...signatureHeaders({ id, sentAt, body }, [secret]) }
  const request = { method: 'POST', url: address, headers, body } as const
  const answer = await io.fetch(request, { timeoutMs, maxBytes: mostBytes })
  if (isTaken(answer)) return
  throw readAnyRefusal(answer, io.now(), secretsOf(receiver)) ?? makeUnavailable(dialect, answer)
}

export function isTaken({ status }: OutboundAnswer): boolean {
  return status >= 200 && status < 300
}

// A short word gives no access, and would be hidden wherever it stands in a sentence.
const shortestSecret = 12

/** Everything that no sentence may repeat, however a receiver quotes it: the secret, and all parts of its path that may give access. */
export function secretsOf({ path, secret }: Receiver): string[] {
  const parts = [path, ...path.split(/[/?&=]/)].filter((part) => part.length >= shortestSecret)
  return [secret, secret.replace(/^whsec_/, ''), ...parts]
}

const mostWords = 2_000

/** A receiver says why it refuses in JSON, such as that of RFC 9457, or in plain text. A page of HTML is not quoted. */
export const dialect: Dialect = {
  name: word('The receiver'),
  code: () => null,
  words: (answer) => wordsIn(answer)?.slice(0, mostWords) ?? null,
  limitedUntil: () => null,
}

function wordsIn({ headers, json, text }: OutboundAnswer): string | null {
  const said = asObject(json)
  if (!said) return /^text\/plain\b/i.test(headers['content-type'] ?? '') ? text : null
  const { detail, message, error, title } = said
  const found = [detail, message, error, asObject(error)?.message, title].map(textOf)
  return found.find((words) => words !== null) ?? null
}

const moved =
  'The address leads to another one, and Crier follows none. Connect the account again with that one.'

/** The refusals that are certain to have had no effect: README.md asks receivers for that. Their own words follow. */
const certainRefusals: readonly Refusal[] = (
  [
    { answers: ['301', '307', '308'], kind: 'unauthorized', text: moved },
    {
      answers: ['401'],
      kind: 'unauthorized',
      text: 'The receiver does not accept the signature. Give it the secret with which the account is connected, or connect the account again with another one.',
    },
    {
      answers: ['404', '405', '410'],
      kind: 'unauthorized',
      text: 'There is no receiver at this address any more. Switch it on again, or connect the account again.',
    },
    { answers: ['403'], kind: 'forbidden', text: 'The receiver does not allow this.' },
    {
      answers: ['400', '402', '406', '411', '413', '414', '415', '417', '421', '422', '431', '451'],
      kind: 'invalid',
      text: 'The receiver refused it.',
    },
  ] as const
).map((row) => ({ ...row, isQuoting: true }))

/** The certain refusals, for the answer to a commit. */
export const readCertainRefusal = refusalsBy(certainRefusals)

/** All refusals, for the answer to a message that may be sent again. */
const readAnyRefusal = refusalsBy([
  ...certainRefusals,
  { answers: ['302', '303'], kind: 'unauthorized', text: moved },
])

/** A receiver that answers "too early" has not looked at the message, as with "too many" (RFC 8470, section 5.2). */
function refusalsBy(rows: readonly Refusal[]): ReadRefusal {
  const read = refusalTable(dialect, rows)
  return (answer, ...rest) => read(answer.status === 425 ? { ...answer, status: 429 } : answer, ...rest)
}
