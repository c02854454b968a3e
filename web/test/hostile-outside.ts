import { sealCandidates } from '../../server/src/connections/connect-attempt.ts'
import type { Candidate } from '../../server/src/connectors/connect.ts'
import { sql } from '../../server/src/db/database.ts'
import { newId } from '../../server/src/lib/id.ts'
import { newPerson, type Person } from '../../server/test/app/person.ts'
import { startBrowser } from '../../server/test/browser.ts'
import { beginSignIn, signIn } from '../../server/test/sign-in.ts'
import type { Newsroom } from '../../server/test/stories/newsroom.ts'
import type { Planter } from './hostile-planter.ts'
import { eachHostileText, hostileText } from './hostile-texts.ts'

/** A page of a sign-in at a network, and the browser that may see it. */
export interface SignInPage {
  /** Where the person chooses without the app. */
  readonly path: string
  /** Where a member of the workspace sees it. */
  readonly inApp: string
  readonly cookies: ReadonlyMap<string, string>
}

/** Sign-ins whose network answered hostile names: one waits for a choice, one is over, one came to nothing. */
export async function plantSignIns(room: Newsroom, plant: Planter): Promise<SignInPage[]> {
  const choosing = await signInAs(room, ['One', 'Two'])
  const candidates = await plant.each('candidate', async (displayName, number): Promise<Candidate> => {
    const username = plant.note(hostileText('handle', number))
    return {
      profile: {
        externalId: hostileText('external', number),
        username,
        displayName,
        avatarUrl: null,
        profileUrl: hostileText('link', 24),
        settings: {},
        credentials: {},
        expiresAt: null,
      },
      suggested: number % 2 === 0,
      reason: number % 3 === 0 ? plant.note(hostileText('reason', number)) : null,
    }
  })
  const place = { workspace_id: room.workspaceId, id: choosing.id }
  await room.db.run(sql`
    update connect_attempts set candidates = ${sealCandidates(room.context.sealer, place, candidates)}
    where id = ${choosing.id} and status = 'choosing'`)
  const connected = await signInAs(room, ['Harbour'])
  await room.db.run(sql`
    update social_accounts set display_name = ${plant.all('joined')}, username = ${plant.note(hostileText('joinedas', 0))}
    where id = any((select connected from connect_attempts where id = ${connected.id})::uuid[])`)
  const failed = await signInAs(room, ['Three', 'Four'])
  const error = JSON.stringify({ code: hostileText('code', 1), detail: plant.all('refusal') })
  await room.db.run(sql`
    update connect_attempts set status = 'failed', candidates = null, error = ${error}::jsonb where id = ${failed.id}`)
  return [choosing, connected, failed]
}

async function signInAs(room: Newsroom, names: readonly string[]): Promise<SignInPage & { id: string }> {
  const { id, url } = await beginSignIn(room)
  const browser = startBrowser()
  await signIn(browser, url, { names })
  return {
    id,
    path: new URL(url).pathname,
    inApp: `/accounts/connect/sandbox?attempt=${id}`,
    cookies: browser.cookies,
  }
}

/** The answers of the audit log that a browser may be led to, and the texts that strangers wrote into it. */
export interface HostileAudit {
  readonly list: string
  readonly export: string
  readonly texts: readonly string[]
}

/** Entries of the audit log, into which whoever sends a request writes the name of a browser. */
export async function plantAudit(room: Newsroom, owner: Person, plant: Planter): Promise<HostileAudit> {
  const texts: string[] = []
  await eachHostileText('audited', async (agent, number) => {
    const name = hostileText('detail', number)
    texts.push(agent, name)
    await room.db.run(sql`
      insert into audit_log (workspace_id, actor_kind, actor_id, action, subject_kind, subject_id, ip, user_agent, details)
      values (${room.workspaceId}, 'user', ${owner.id}, 'hostile.write', 'hostile', ${newId()}, '192.0.2.1', ${agent},
        ${JSON.stringify({ name })}::jsonb)`)
  })
  // The page of a person shows an action that it has no words for by its name.
  await plant.each('action', (action, number) =>
    room.db.run(sql`
      insert into audit_log (workspace_id, actor_kind, actor_id, action, subject_kind, subject_id, ip, user_agent, details)
      values (null, 'user', ${owner.id}, ${action}, 'person', ${owner.id}, '192.0.2.1', ${hostileText('agent', number)},
        '{}'::jsonb)`),
  )
  const query = 'action=hostile'
  return {
    list: `/v1/audit-log?${query}&limit=100`,
    export: `/v1/audit-log/export?${query}`,
    texts,
  }
}

/** One kind of each notification, with the facts that people and networks wrote. */
const told = [
  ['post.failed', 'failed'],
  ['post.partial', 'failed'],
  ['post.needs_review', 'needs_review'],
  ['post.held', 'held'],
  ['post.submitted', 'approval'],
  ['post.returned', 'returned'],
  ['social_account.needs_reconnect', 'reconnect'],
  ['social_account.blocked', 'reconnect'],
  ['webhook_endpoint.disabled', 'webhook'],
  ['feed.failing', 'held'],
  ['feed.stopped', 'held'],
  ['recurrence.needs_attention', 'held'],
] as const

/** Notifications of two people: one is to be mailed all of them, the other a single one, which is then the subject too. */
export async function plantNotifications(room: Newsroom, plant: Planter): Promise<void> {
  const [all, single] = [await newPerson(room, 'owner'), await newPerson(room, 'owner')]
  const insert = (person: Person, [type, kind]: (typeof told)[number], facts: object) =>
    room.db.run(sql`
      insert into notifications (workspace_id, id, user_id, event_id, event_type, kind, mode, subject_id, facts)
      values (${room.workspaceId}, ${newId()}, ${person.id}, ${newId()}, ${type}, ${kind}, 'live', ${newId()},
        ${JSON.stringify(facts)}::jsonb)`)
  for (const [index, each] of told.entries()) await insert(all, each, factsOf(each[0], index, plant))
  await insert(single, told[0], factsOf('single', 4, plant))
}

/** The types that tell what a network answered. */
const saidBy = ['post.failed', 'post.partial', 'single']

function factsOf(type: string, number: number, plant: Planter) {
  const field = type.replaceAll(/\W/g, '')
  const isPost = type.startsWith('post') || type === 'single'
  const [isFeed, isRecurrence] = [type.startsWith('feed'), type.startsWith('recurrence')]
  const state = type.startsWith('post.needs') ? 'needs_review' : type === 'post.held' ? 'held' : 'failed'
  // A post that is submitted or sent back is told of without its accounts.
  const hasNone = ['post.submitted', 'post.returned', 'webhook_endpoint.disabled'].includes(type)
  const account = () => ({
    username: plant.note(hostileText(`at${field}`, number)),
    platform: 'sandbox',
    state: isPost ? state : null,
    reason: null,
    message: isRecurrence || saidBy.includes(type) ? plant.all(`said${field}`) : null,
  })
  return {
    excerpt: isPost || isRecurrence ? plant.all(`excerpt${field}`) : null,
    accounts: hasNone || isFeed ? [] : [account()],
    published: 0,
    total: 1,
    author_id: null,
    comment: type === 'post.returned' ? plant.all('sentback') : null,
    endpoint: type.startsWith('webhook') ? plant.note(hostileText('host', 4)) : null,
    name: isFeed ? plant.all(`name${field}`) : null,
    problems: isFeed ? [plant.all(`problem${field}`)] : [],
  }
}
