import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import type { Locale } from '../words/locales.ts'
import { createWorkspace, type NewWorkspaceOptions } from '../workspaces/create-workspace.ts'
import { requireTimeZone } from '../workspaces/require-time-zone.ts'
import { hasOwner } from './create-owner.ts'
import { insertUser, prepareUser } from './new-user.ts'
import { type BegunSession, type Browser, beginSession } from './sessions/begin-session.ts'
import { countSignIn } from './sign-in/sign-in-limit.ts'

export interface NewPerson {
  readonly email: string
  readonly password: string
  /** That of the first workspace, in the IANA database; UTC where it is left out. */
  readonly timezone?: string | undefined
  /** The language in which the app is shown to them. */
  readonly shownLanguage?: Locale | undefined
}

/**
 * Makes a person with a workspace of their own, and signs them in, where the operator lets everybody in. Nothing shows that the
 * address is theirs, and that is remembered. Sign-ups count like sign-ins that fail.
 * @throws Problem 403 `sign_up_closed`, 409 `email_taken`, 422, 429
 */
export async function signUp(
  context: Pick<Context, 'db' | 'config' | 'outbound' | 'log'>,
  input: NewPerson,
  browser: Browser,
): Promise<BegunSession> {
  const { db, config } = context
  if (config.signup !== 'open')
    throw new Problem(
      403,
      'sign_up_closed',
      'An account here needs an invitation. Ask an admin of the workspace that you want to join.',
    )
  await requireInstanceOwner(db)
  await countSignIn(db, input.email, browser.ip)
  const timezone = requireTimeZone(input.timezone ?? 'UTC')
  const prepared = await prepareUser(context, input)
  return db.transaction(async (tx) => {
    const userId = await insertUser(tx, {
      ...prepared,
      isAddressUnproven: true,
      shownLanguage: input.shownLanguage,
    })
    await createOwnWorkspace(tx, userId, { timezone, mustPay: config.stripe !== null })
    return beginSession(tx, userId, browser)
  })
}

/** Refuses to let strangers in before the one who runs the server, so that none takes their place. @throws Problem 403 */
export async function requireInstanceOwner(db: Queryable): Promise<void> {
  if (await hasOwner(db)) return
  throw new Problem(
    403,
    'sign_up_closed',
    'This server has no owner yet. Its operator sets it up first, then you can sign up.',
  )
}

/** A first workspace for somebody whom nobody invited. */
export async function createOwnWorkspace(
  tx: Queryable,
  userId: string,
  options: NewWorkspaceOptions,
): Promise<void> {
  const workspaceId = await createWorkspace(tx, 'My workspace', options)
  await tx.run(sql`
    insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${userId}, 'owner')`)
}
