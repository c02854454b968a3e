import { createHmac } from 'node:crypto'
import type { Mode } from '../../context.ts'
import { type FieldProblem, invalid } from '../../lib/problem.ts'
import { deriveKey, isSigned, type SecretKeys } from '../../lib/secrecy/secret-keys.ts'
import type { EventPosition } from './event-position.ts'

/** Whose events a cursor counts. A cursor from elsewhere is refused. */
export interface CursorPlace {
  readonly workspaceId: string
  readonly mode: Mode
  readonly secretKeys: SecretKeys
}

/** A position as clients carry it. They learn nothing from it about others, such as how much is going on here. */
export function writeEventCursor(place: CursorPlace, { era, txid, id }: EventPosition): string {
  const body = Buffer.from(JSON.stringify([era, txid, id]))
  return `${body.toString('base64url')}.${sign(place, body, place.secretKeys.current).toString('base64url')}`
}

/** @throws Problem 422 `invalid_cursor` unless it was issued to this workspace and mode */
export function readEventCursor(place: CursorPlace, cursor: string, pointer = '?cursor'): EventPosition {
  const [encoded = '', signature = '', ...rest] = cursor.split('.')
  const body = Buffer.from(encoded, 'base64url')
  const given = Buffer.from(signature, 'base64url')
  if (rest.length > 0 || !isSigned(place.secretKeys, given, (key) => sign(place, body, key))) {
    const detail =
      'This cursor does not belong to these events. Take it from meta.cursor, meta.next or the id of an event of the stream, as it is.'
    const problem: FieldProblem = { pointer, code: 'invalid_cursor', detail }
    throw invalid([problem])
  }
  const [era, txid, id] = JSON.parse(body.toString('utf8')) as [number, string, string]
  return { era, txid, id }
}

function sign({ workspaceId, mode }: CursorPlace, body: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', deriveKey(key, 'cursors'))
    .update(`${workspaceId} ${mode} events\n`)
    .update(body)
    .digest()
    .subarray(0, 16)
}
