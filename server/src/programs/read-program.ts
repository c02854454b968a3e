import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { asObject, isArray, type JsonObject } from '../lib/json/json.ts'
import { Problem } from '../lib/problem.ts'
import { type OutboundAnswer, OutboundError } from '../lib/safe-fetch/outbound.ts'
import { countedAs, countInWindow } from '../people/sign-in/sign-in-limit.ts'
import { OauthFault } from './oauth-fault.ts'
import { type ProgramMetadata, readMetadata } from './program-metadata.ts'
import { tooManyPrograms } from './too-many-programs.ts'

/** A program as it is known here. */
export interface Program extends ProgramMetadata {
  readonly id: string
}

/** A document that was read lately is not read again, and one that was shown is believed until its person has agreed. */
const freshMinutes = 5
const believedMinutes = 60
/** Documents that one person may have read in an hour. */
const mostOfPerson = { most: 60, minutes: 60 }

/**
 * Finds a program for a person who is asked to let it in. One whose id is an address is read from there (OAuth Client ID Metadata
 * Document), and kept. Only people who are signed in call this, so a stranger cannot have addresses asked.
 * @throws Problem 422 `unknown_program`, `program_unreadable`; 429 `too_many_registrations`
 */
export async function readProgram(
  context: Pick<Context, 'db' | 'outbound'>,
  id: string,
  userId: string,
): Promise<Program> {
  if (!isDocumentAddress(id)) return findProgram(context.db, id)
  const known = await selectProgram(context.db, id, freshMinutes)
  if (known !== null) return known
  const seconds = await countInWindow(context.db, countedAs(`program document ${userId}`), mostOfPerson)
  if (seconds > 0) throw tooManyPrograms(seconds)
  const metadata = await readDocument(context, id)
  await context.db.run(sql`
    insert into programs (id, name, redirect_uris) values (${id}, ${metadata.name}, ${[...metadata.redirectUris]}::text[])
    on conflict (id) do update
      set name = excluded.name, redirect_uris = excluded.redirect_uris, read_at = clock_timestamp()`)
  return { id, ...metadata }
}

/** Finds a program by what is stored. @throws Problem 422 `unknown_program` */
export async function findProgram(db: Queryable, id: string): Promise<Program> {
  const program = await selectProgram(db, id, isDocumentAddress(id) ? believedMinutes : null)
  if (program === null)
    throw new Problem(
      422,
      'unknown_program',
      'The program that asks is not known here any more. Remove Crier in it, and add it there again.',
    )
  return program
}

function selectProgram(db: Queryable, id: string, minutes: number | null): Promise<Program | null> {
  return db.row<Program>(sql`
    select id, name, redirect_uris as "redirectUris" from programs where id = ${id}
      and (${minutes}::int is null or read_at > clock_timestamp() - ${minutes}::int * interval '1 minute')`)
}

const longestAddress = 2_000

/** Whether an id is the address of a document: https, with a path, and written in its normal form. */
export function isDocumentAddress(id: string): boolean {
  const url = id.length > longestAddress || !id.startsWith('https://') ? null : URL.parse(id)
  if (url === null || url.href !== id || url.pathname === '/') return false
  return url.hash === '' && url.username === '' && url.password === ''
}

/** The draft recommends 5 kB; documents that are in use are larger. */
const limits = { timeoutMs: 5_000, maxBytes: 64 * 1024 }

/** No redirect is followed: another address would be another program. */
async function readDocument({ outbound }: Pick<Context, 'outbound'>, id: string): Promise<ProgramMetadata> {
  try {
    const headers = { accept: 'application/json' }
    const answer = await outbound.fetch(
      { method: 'GET', url: id, headers, body: null },
      { ...limits, signal: AbortSignal.timeout(2 * limits.timeoutMs) },
    )
    const document = isJson(answer) ? asObject(answer.json) : null
    if (document === null || document.client_id !== id || !isPublic(document)) throw unreadable()
    return readMetadata(document)
  } catch (error) {
    if (error instanceof OutboundError || error instanceof OauthFault) throw unreadable()
    throw error
  }
}

function isJson({ status, headers }: OutboundAnswer): boolean {
  return status === 200 && /^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '')
}

/** Whether a program proves by its verifier alone who it is, or may do so where nothing else is taken, as some say in a list. */
function isPublic({
  token_endpoint_auth_method: method,
  token_endpoint_auth_methods_supported: methods,
}: JsonObject): boolean {
  return method === undefined || method === 'none' || (isArray(methods) && methods.includes('none'))
}

function unreadable(): Problem {
  return new Problem(
    422,
    'program_unreadable',
    'The program describes itself at an address that cannot be read, or not as it must be.',
  )
}
