import { asObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure, FailureKind } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

/** Errors are `{"code": "…", "message": "…", "property": "…", "status": 400}`. Source: the schema ErrorRes of Neynar's description. */
export const dialect: Dialect = {
  name: 'Neynar',
  code: ({ json }) => textOf(asObject(json)?.code),
  words: ({ json }) => textOf(asObject(json)?.message),
  limitedUntil: () => null,
}

const signerRefused =
  'Neynar does not know the signer with this API key, or its owner has taken back the approval. Approve a signer, and connect the account again.'
const keyRefused = 'Neynar does not accept the API key. Copy it again, and connect the account again.'
const operatorsKeyRefused =
  'Neynar does not accept the API key of this server. The operator must set another.'
const planEnded = 'The plan of the API key at Neynar does not include this, or its credits are used up.'

/**
 * Refusals in Neynar's own words, each of which is certain to have had no effect: the statuses that its description names for
 * publishing, and those of the key and its plan, which are looked at before anything else. The page of a proxy has no words. A signer
 * whose key was removed at Farcaster is refused by the network itself, with 400 and "invalid signer".
 */
function refusalsFor(key: { kind: FailureKind; text: string; planKind: FailureKind }): readonly Refusal[] {
  return [
    { answers: ['401'], says: /^/, kind: key.kind, text: key.text },
    { answers: ['402'], says: /^/, kind: key.planKind, text: planEnded, isQuoting: true },
    {
      answers: ['400'],
      says: /invalid signer|signer \S+ not found/i,
      kind: 'unauthorized',
      text: signerRefused,
    },
    { answers: ['403', '404'], says: /\bsigner/i, kind: 'unauthorized', text: signerRefused },
    {
      answers: ['403'],
      says: /^/,
      kind: 'forbidden',
      text: 'Neynar does not let this account do this.',
      isQuoting: true,
    },
    {
      answers: ['400', '404'],
      says: /^/,
      kind: 'invalid',
      text: 'Neynar refused the cast.',
      isQuoting: true,
    },
  ]
}

const ofOwnKey = refusalTable(
  dialect,
  refusalsFor({ kind: 'unauthorized', text: keyRefused, planKind: 'forbidden' }),
)
const ofOperatorsKey = refusalTable(
  dialect,
  refusalsFor({ kind: 'app_unusable', text: operatorsKeyRefused, planKind: 'app_unusable' }),
)

/** The failure that an answer means; null where no list says that nothing was done. */
export function readRefusal(
  answer: OutboundAnswer,
  { apiKey, signerUuid, isOwnKey }: { apiKey: string; signerUuid: string; isOwnKey: boolean },
  now: Date,
): Failure | null {
  // That something is there already says that the cast may be.
  if (/duplicate|already/i.test(dialect.words(answer) ?? '')) return null
  return (isOwnKey ? ofOwnKey : ofOperatorsKey)(answer, now, [apiKey, signerUuid])
}
