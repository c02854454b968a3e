import { type Json, textOf } from '../../lib/json/json.ts'
import { Failure } from '../connector.ts'

/**
 * An access token that a person copied from a page, which brings spaces with it; nothing else may be in a header.
 * @throws Failure `invalid`
 */
export function cleanToken(copied: Json | undefined): string {
  const token = (textOf(copied) ?? '').trim()
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new Failure('invalid', 'Copy the whole access token, and nothing else.')
}
