import type { Context, Origin } from '../context.ts'
import { sql } from '../db/database.ts'
import { customerNetworkOf } from '../lib/addresses/network.ts'
import { newId } from '../lib/id.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { countedAs, countInWindow } from '../people/sign-in/sign-in-limit.ts'
import { type ProgramMetadata, readMetadata } from './program-metadata.ts'
import { tooManyPrograms } from './too-many-programs.ts'

/** Registrations of one network in an hour. A hosted assistant registers once for each person who adds Crier to it. */
const mostOfNetwork = { most: 30, minutes: 60 }
/** Registrations that wait for a person. More are a flood, and the oldest go within days. */
const mostUnused = 20_000

/** A program that has registered itself. */
export interface RegisteredProgram extends ProgramMetadata {
  readonly id: string
  readonly registeredAt: Date
}

/**
 * Lets a program register itself (RFC 7591). It gets an id and no secret: what it may do is decided by people, each for
 * themselves, and a code is good only with the verifier of whoever asked for it.
 * @throws OauthFault; Problem 429 `too_many_registrations`
 */
export async function registerProgram(
  { db }: Pick<Context, 'db'>,
  given: JsonObject,
  { ip }: Origin,
): Promise<RegisteredProgram> {
  const metadata = readMetadata(given)
  const seconds = await countInWindow(
    db,
    countedAs(`registration ${customerNetworkOf(ip ?? '')}`),
    mostOfNetwork,
  )
  if (seconds > 0) throw tooManyPrograms(seconds)
  const row = await db.row<{ id: string; at: Date }>(sql`
    insert into programs (id, name, redirect_uris)
    select ${newId()}, ${metadata.name}, ${[...metadata.redirectUris]}::text[]
    where (select count(*) from (
      select from programs where used_at is null limit ${mostUnused}) waiting) < ${mostUnused}
    returning id, read_at as at`)
  if (row === null) throw tooManyPrograms(3_600)
  return { ...metadata, id: row.id, registeredAt: row.at }
}
