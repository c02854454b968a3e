import type { Json } from '../../lib/json/json.ts'
import type { CommitRequest, Step } from '../connector.ts'
import { origin } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { embedsOf } from './embeds.ts'
import { readChoices } from './options.ts'
import { readSettings, signerCredential } from './settings.ts'

/** The one request that makes a cast. The signer is put in when it is sent. Pure. Source: PostCastReqBody of Neynar's description. */
export function compose(step: Step): CommitRequest {
  const { mediaUrls, seen } = readArtefacts(step.artefacts)
  if (mediaUrls.length !== step.draft.media.length || seen === null)
    throw new Error('This cast is composed before it is prepared.')
  const members = JSON.stringify(describeCast(step)).slice(1)
  return {
    method: 'POST',
    url: `${origin}/v2/farcaster/cast/`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: { pieces: ['{"signer_uuid":"', { credential: signerCredential }, `",${members}`] },
  }
}

/** A key of 16 letters, as Neynar recommends. It is sent in addition: README.md says why Crier does not rely on it. */
function idemOf(key: string): string {
  return key.slice(0, 16)
}

function describeCast(step: Step): Json {
  const { account, draft, key, replyTo } = step
  const { channel } = readChoices(draft.options)
  const embeds = embedsOf(step, readArtefacts(step.artefacts))
  return {
    idem: idemOf(key),
    ...(draft.text.trim() === '' ? {} : { text: draft.text.toWellFormed() }),
    ...(embeds.length === 0 ? {} : { embeds }),
    // A thread is the account's own.
    ...(replyTo === null
      ? {}
      : { parent: replyTo.parent.remoteId, parent_author_fid: readSettings(account).fid }),
    ...(replyTo === null && channel !== null ? { channel_id: channel } : {}),
  }
}
