import type { JsonObject } from '../../lib/json/json.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Step } from '../connector.ts'
import type { Artefacts } from './artefacts.ts'
import { readChoices } from './options.ts'

/** Source: PostCastReqBody of Neynar's description. The network itself takes four. */
export const mostEmbeds = 2

/** Source: validate_url of Snapchain. */
export const mostAddressBytes = 256

/** The links of a text that can be embedded, each once. */
export function embeddableLinks(text: string): string[] {
  const links = findRanges(text)
    .filter(({ kind }) => kind === 'link')
    .map(({ start, end }) => text.slice(start, end).toWellFormed())
  return [...new Set(links)].filter((link) => Buffer.byteLength(link) <= mostAddressBytes)
}

/** Everything that a cast shows below its text: its pictures, the quoted cast, and links as far as there is room. */
export function embedsOf({ draft }: Step, { mediaUrls, quoted }: Artefacts): JsonObject[] {
  const pictures = mediaUrls.map((url) => ({ url }))
  const quotes = quoted ? [{ cast_id: { fid: quoted.fid, hash: quoted.hash } }] : []
  const room = Math.max(0, mostEmbeds - pictures.length - quotes.length)
  const links = readChoices(draft.options).linkCard ? embeddableLinks(draft.text).slice(0, room) : []
  return [...pictures, ...quotes, ...links.map((url) => ({ url }))]
}
