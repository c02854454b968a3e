import { recordOperator } from '../audit/record-audit.ts'
import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { storeOwner } from '../people/create-owner.ts'
import { createReset, linkMinutes, resetLink } from '../people/reset/create-reset.ts'
import type { Command } from './cli/command.ts'
import { withInstance } from './cli/with-instance.ts'

const list: Command = {
  words: ['people', 'list'],
  summary: 'Lists the people of this server and their workspaces.',
  positionals: [],
  options: {},
  run: (input) =>
    withInstance(input, async ({ db }) => {
      const people = await db.rows<PersonRow>(sql`
        select u.id, u.email, u.created_at, coalesce(jsonb_agg(jsonb_build_object(
            'id', w.id, 'name', w.name, 'role', m.role) order by w.name collate "C", w.id)
          filter (where w.id is not null), '[]') as workspaces
        from users u left join memberships m on m.user_id = u.id left join workspaces w on w.id = m.workspace_id
        group by u.id order by u.created_at, u.id`)
      const data = people.map(({ created_at, ...person }) => ({
        ...person,
        created_at: created_at.toISOString(),
      }))
      return { data: { data }, text: people.map(toLine).join('\n') || 'There are no people yet.' }
    }),
}

const resetPassword: Command = {
  words: ['people', 'reset-password'],
  summary:
    'Makes a link at which a person sets a new password, and shows it once. It works once, for one hour.',
  positionals: [{ name: 'email', about: 'the address of the person, as in people list' }],
  options: {},
  run: (input) =>
    withInstance(input, async ({ db }) => {
      const email = input.needed('email').trim()
      const url = await db.transaction(async (tx) => {
        return resetLink(input, await createReset(tx, await findPerson(tx, email)))
      })
      return {
        data: { email, url, expires_in_minutes: linkMinutes },
        text: url,
        isShownOnce: true,
      }
    }),
}

const setOwner: Command = {
  words: ['people', 'set-owner'],
  summary:
    'Makes a person the owner of this server, who sets its apps at networks, in the place of the one before.',
  positionals: [{ name: 'email', about: 'the address of the person, as in people list' }],
  options: {},
  run: (input) =>
    withInstance(input, async ({ db }) => {
      const email = input.needed('email').trim()
      const id = await db.transaction(async (tx) => {
        const userId = await findPerson(tx, email)
        await storeOwner(tx, userId)
        await recordOperator(tx, { action: 'person.make_owner', workspaceId: null, subjectId: userId })
        return userId
      })
      return { data: { id, email }, text: `${email} owns this server.` }
    }),
}

export const peopleCommands: readonly Command[] = [list, resetPassword, setOwner]

/** @throws Problem 404 */
async function findPerson(db: Queryable, email: string): Promise<string> {
  const user = await db.row<{ id: string }>(sql`select id from users where lower(email) = lower(${email})`)
  if (user === null) throw new Problem(404, 'not_found', `Nobody here has the address ${email}.`)
  return user.id
}

interface PersonRow {
  id: string
  email: string
  created_at: Date
  workspaces: { id: string; name: string; role: string }[]
}

function toLine({ id, email, workspaces }: PersonRow): string {
  const parts = workspaces.map(({ name, role }) => `${role} of ${name}`)
  return `${id}  ${email}  ${parts.join(', ') || 'in no workspace'}`
}
