import { createHmac } from 'node:crypto'
import { personEntry, recordAuditOfPerson } from '../audit/record-audit.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { deriveKey, isSigned, type SecretKeys } from '../lib/secrecy/secret-keys.ts'
import { requireTimeZone } from '../workspaces/require-time-zone.ts'
import { createOwner, hasOwner } from './create-owner.ts'
import { prepareUser } from './new-user.ts'
import { type BegunSession, type Browser, beginSession } from './sessions/begin-session.ts'
import type { NewPerson } from './sign-up.ts'

/**
 * Makes the first visitor the owner of a first workspace, and signs them in. It happens once.
 * @throws Problem 403 `setup_token_wrong`, 409 `owner_exists`, 422
 */
export async function setUp(
  context: Pick<Context, 'db' | 'config' | 'outbound' | 'log' | 'secretKeys'>,
  input: NewOwner,
  { isTrusted, browser }: { readonly isTrusted: boolean; readonly browser: Browser },
): Promise<BegunSession> {
  const { db, secretKeys } = context
  if (await hasOwner(db)) throw ownerExists()
  const token = Buffer.from(input.token ?? '', 'base64url')
  if (!isTrusted && !isSigned(secretKeys, token, sign))
    throw new Problem(
      403,
      'setup_token_wrong',
      'The first owner needs the token that the server printed when it started.',
    )
  const timezone = requireTimeZone(input.timezone ?? 'UTC')
  const prepared = await prepareUser(context, input)
  return db.transaction(async (tx) => {
    const { userId } = await createOwner(tx, { ...prepared, shownLanguage: input.shownLanguage }, timezone)
    await recordAuditOfPerson(tx, { ...personEntry(userId, browser), action: 'person.set_up' })
    return beginSession(tx, userId, browser)
  })
}

/** The token with which the first visitor becomes the owner, for the console of the server: worth nothing once there is one. */
export function setupTokenOf({ current }: SecretKeys): string {
  return sign(current).toString('base64url')
}

export interface SetupState {
  /** Whether there is no owner yet. */
  is_needed: boolean
  needs_token: boolean
}

/** Says whether the server waits for its first owner. `isTrusted` is a visitor who sits at the machine itself. */
export async function getSetup(db: Database, isTrusted: boolean): Promise<SetupState> {
  const isNeeded = !(await hasOwner(db))
  return { is_needed: isNeeded, needs_token: isNeeded && !isTrusted }
}

export interface NewOwner extends NewPerson {
  readonly token: string | null
}

function ownerExists(): Problem {
  return new Problem(409, 'owner_exists', 'Crier already has an owner. Sign in, or ask for an invitation.')
}

function sign(key: Buffer): Buffer {
  return createHmac('sha256', deriveKey(key, 'setup')).update('first owner').digest().subarray(0, 24)
}
