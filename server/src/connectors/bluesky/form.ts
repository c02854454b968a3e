import { isValidDid, isValidHandle } from '@atproto/syntax'
import { Type } from 'typebox'
import { readServerOrigin } from '../../lib/settings/server-origin.ts'
import { Failure } from '../connector.ts'
import { defaultDirectory } from './settings.ts'

/** The field for the directory of identities, in the form of every way to connect. */
export const directoryField = Type.Optional(
  Type.String({
    title: 'Directory of identities',
    description: 'The directory of accounts, for networks that have their own.',
    default: defaultDirectory,
    maxLength: 300,
  }),
)

/** The bare address of a server that a person named. @throws Failure `invalid` */
export function readOrigin(text: string, example: string): string {
  const read = readServerOrigin(text, example)
  if ('fault' in read) throw new Failure('invalid', read.fault)
  return read.origin
}

/** A handle or a DID. Copied handles often carry an @ and invisible marks of text direction. @throws Failure `invalid` */
export function readIdentifier(text: string): string {
  const identifier = text.replace(/[\p{Cf}\s]/gu, '').replace(/^@/, '')
  const lower = identifier.toLowerCase()
  if (isValidHandle(lower)) return lower
  if (isValidDid(identifier)) return identifier
  throw new Failure('invalid', 'The handle must look like alice.bsky.social.')
}
