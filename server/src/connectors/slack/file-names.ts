import type { Draft, DraftMedia } from '../connector.ts'
import { readChoices } from './options.ts'

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
}

/** Readers see the name of a file. Several documents are numbered. */
export function fileNameOf(draft: Draft, index: number, { kind, mimeType }: DraftMedia): string {
  const ending = endings[mimeType] ?? 'bin'
  if (kind !== 'document') return `${kind}${index + 1}.${ending}`
  // No letter that a file system could take for something else.
  const title = (readChoices(draft.options).documentTitle ?? '').replace(/[\p{Cc}"\\/:*?<>|%]/gu, ' ').trim()
  const documents = draft.media.filter((medium) => medium.kind === 'document').length
  return `${title.toWellFormed() || 'document'}${documents > 1 ? ` ${index + 1}` : ''}.${ending}`
}
