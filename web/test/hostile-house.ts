import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ParsedMail } from 'mailparser'
import { sql } from '../../server/src/db/database.ts'
import { newId } from '../../server/src/lib/id.ts'
import { mailDigests } from '../../server/src/notifications/mail-digests.ts'
import { createReset } from '../../server/src/people/reset/create-reset.ts'
import { newPerson, type Person, signedIn } from '../../server/test/app/person.ts'
import { colleague } from '../../server/test/approving.ts'
import { makeLink } from '../../server/test/connect-link.ts'
import { type MailServer, startMailServer } from '../../server/test/mail/mail-server.ts'
import { sendQueued } from '../../server/test/mail/send-queued.ts'
import { seedMedia } from '../../server/test/seed-media.ts'
import { type Newsroom, openNewsroom } from '../../server/test/stories/newsroom.ts'
import { makeEndpoint, storeDelivery } from '../../server/test/webhooks/make-endpoint.ts'
import {
  type HostileAudit,
  plantAudit,
  plantNotifications,
  plantSignIns,
  type SignInPage,
} from './hostile-outside.ts'
import { openPlanter, type Planter } from './hostile-planter.ts'
import { allHostileTexts, eachHostileText, hostileText } from './hostile-texts.ts'

/** A house in which everybody who may write a text, networks too, wrote what tries to become a script. */
export interface HostileHouse extends Newsroom {
  readonly owner: Person
  /** Addresses of the pages behind the sign-in that show one thing. */
  readonly paths: readonly string[]
  /** Addresses of pages for everybody. */
  readonly openPaths: readonly string[]
  /** The texts that must be read somewhere as they were written. */
  readonly planted: readonly string[]
  /** The texts that must be read in the mails as they were written. */
  readonly mailed: readonly string[]
  readonly signIns: readonly SignInPage[]
  readonly audit: HostileAudit
  /** Sends the mails that wait, digests of notifications too, and answers them all. */
  mails(): Promise<ParsedMail[]>
}

/** Opens it. Always `stop()` it. */
export async function openHostileHouse(): Promise<HostileHouse> {
  const mail = await startMailServer()
  const oidc = {
    issuer: 'https://login.example.org',
    clientId: 'crier',
    clientSecret: null,
    name: allHostileTexts('provider'),
  }
  const room = await openNewsroom({
    hasUsualUrl: true,
    config: { signup: 'open', oidc, mail: mail.settings },
  })
  const owner = await newPerson(room, 'owner')
  const plant = openPlanter()
  plant.note(oidc.name)
  await room.db.run(
    sql`update workspaces set name = ${plant.all('workspace')} where id = ${room.workspaceId}`,
  )
  await room.db.run(sql`update users set name = ${plant.all('person')} where id = ${owner.id}`)
  const accounts = await plantAccounts(room, plant)
  const posts = await plantPosts(room, accounts, plant)
  const media = await plantMedia(room, plant)
  const endpoints = await plantEndpoints(room, plant)
  await plantPeople(room, owner, plant)
  const signIns = await plantSignIns(room, plant)
  const audit = await plantAudit(room, owner, plant)
  const inMails = openPlanter()
  await plantNotifications(room, inMails)
  const link = await makeLink(room, { name: hostileText('link', 4).slice(0, 100), return_url: hostileUrl })
  const inviter = await signedIn(room, 'owner')
  await room.db.run(sql`update users set name = ${plant.all('inviter')} where id = ${inviter.id}`)
  const invited = await inviter.request('POST', `/app/workspaces/${room.workspaceId}/invitations`, {
    body: { email: `${newId()}@example.org`, role: 'viewer' },
  })
  const reset = await createReset(room.db, (await newPerson(room, null)).id)
  return {
    ...room,
    owner,
    planted: plant.planted,
    paths: [
      ...posts,
      ...media,
      ...endpoints,
      ...signIns.map(({ inApp }) => inApp),
      `/accounts/${accounts[0]}`,
    ],
    openPaths: [new URL(invited.json.url).pathname, `/reset/${reset}`, new URL(link.url).pathname],
    mailed: inMails.planted,
    signIns,
    audit,
    mails: () => sendMails(room, mail),
    stop: async () => {
      await room.stop()
      await mail.close()
    },
  }
}

const hostileUrl = `https://evil.example/"onmouseover="hit('url')"><script>hit('url')</script>`

/** Accounts with names and addresses that a network answered. Answers their ids: the first refuses every post. */
async function plantAccounts(room: Newsroom, plant: Planter): Promise<string[]> {
  const strict = await room.account('Strict market', { behavior: 'refuse' })
  const kind = await room.account('Harbour Bakery')
  await plant.each('account', async (text, number) => {
    const id = number < 2 ? [strict, kind][number] : await room.account(`Account ${number}`)
    await room.db.run(sql`
      update social_accounts set display_name = ${text}, username = ${hostileText('username', number)},
        profile_url = ${number % 2 ? hostileText('profile', 24) : hostileUrl} where id = ${id ?? ''}`)
  })
  return [strict, kind]
}

/** Posts of every kind, whose network answered with hostile words too. Answers the paths of their pages. */
async function plantPosts(room: Newsroom, [strict = '', kind = '']: readonly string[], plant: Planter) {
  const texts = ['caption', 'thread', 'comment'].map(plant.some)
  const shown = await Promise.all(
    [0, 1, 2, 3].map((at) => {
      const [caption = '', part = '', comment = ''] = texts.map((each) => each[at] ?? '')
      const sandbox = { thread: [{ caption: part }], first_comment: comment }
      return room.post({ caption, social_accounts: [kind], platform_configurations: { sandbox } })
    }),
  )
  const failed = await room.post({ caption: hostileText('refused', 0), social_accounts: [strict] })
  await room.settled(failed.id, ['failed'], 20_000)
  for (const { id } of shown) await room.settled(id, ['posted'], 20_000)
  await room.db.run(sql`
    update targets set error = jsonb_set(jsonb_set(error, '{message}', to_jsonb(${plant.all('error')}::text)), '{platform_code}',
      to_jsonb(${hostileText('code', 2)}::text)) where error is not null`)
  await room.db.run(sql`
    update commits set exchange = ${JSON.stringify({
      method: 'POST',
      url: hostileUrl,
      request_body: allHostileTexts('request'),
      status_code: 400,
      request_id: hostileText('requestid', 5),
      response_body: allHostileTexts('answer'),
    })}::jsonb where target_id in (select id from targets where post_id = ${failed.id})`)
  await room.db.run(sql`
    update targets set remote_url = ${hostileText('remote', 24)} where post_id = ${shown[0]?.id ?? ''}`)
  const author = await colleague(room, 'author')
  const ask = async (caption: string) =>
    (
      await author.request('POST', '/v1/posts', {
        body: { caption, social_accounts: [kind], scheduled_at: tomorrow() },
      })
    ).json.id
  const [returned, waiting] = [await ask('Returned'), await ask('Waiting')]
  const comment = plant.all('return')
  await room.request('POST', `/v1/posts/${returned}/return`, { body: { comment } })
  for (const text of plant.some('note'))
    await room.request('POST', `/v1/posts/${returned}/notes`, { body: { text } })
  await plant.each('draft', (text, number) =>
    room.post({
      caption: text,
      social_accounts: [kind],
      ...(number < 8 ? { scheduled_at: tomorrow() } : { is_draft: true }),
    }),
  )
  const url = `https://example.org/${newId()}`
  await plantPreview(room, url, plant)
  const linked = await room.post({
    caption: `Read ${url}`,
    social_accounts: [kind],
    scheduled_at: tomorrow(),
  })
  return [failed.id, ...shown.map(({ id }) => id), returned, waiting, linked.id]
    .map((id) => `/posts/${id}`)
    .concat(`/posts/${returned}/edit`, `/posts/${linked.id}/edit`)
}

/** Has the server know a page already, as it does for an hour after it has read one. */
async function plantPreview(room: Newsroom, url: string, plant: Planter): Promise<void> {
  const previewOf = createHash('sha256').update(url).digest()
  await room.db.run(sql`
    insert into link_previews (workspace_id, url_sha256, name, title, description, checked_at)
    values (${room.workspaceId}, ${previewOf}, ${randomBytes(16).toString('hex')}, ${plant.all('title')},
      ${plant.all('description')}, clock_timestamp())`)
}

async function plantMedia(room: Newsroom, plant: Planter): Promise<string[]> {
  const media = await plant.each('file', async (name, number) => {
    const { id } = await seedMedia(room, {
      altText: number === 0 ? plant.all('alt') : hostileText('alt', number),
    })
    const body = { name, tags: [hostileText('tag', number)] }
    const { status, text } = await room.request('PATCH', `/v1/media/${id}`, { body })
    if (status !== 200) throw new Error(`The medium was refused: ${text}`)
    return id
  })
  return media.slice(0, 1).map((id) => `/library/${id}`)
}

async function plantEndpoints(room: Newsroom, plant: Planter): Promise<string[]> {
  const endpoint = await makeEndpoint(room)
  const delivery = await storeDelivery(room, endpoint.id)
  await room.db.run(sql`
    update webhook_attempts set response_body = ${plant.all('receiver')},
      response_headers = ${JSON.stringify({ 'x-hostile': plant.all('header') })}::jsonb`)
  await plant.each('endpoint', async (description, number) => {
    const url = `https://hooks.example.org/${encodeURIComponent(hostileText('hook', number))}`
    const { status, text } = await room.request('POST', '/v1/webhook-endpoints', {
      body: { url, description },
    })
    if (status !== 200) throw new Error(`The endpoint was refused: ${text}`)
  })
  const path = `/build/webhooks/${endpoint.id}`
  return [path, `${path}/deliveries/${delivery}`]
}

/** Members, keys, and what belongs to the person who looks at the pages. */
async function plantPeople(room: Newsroom, owner: Person, plant: Planter): Promise<void> {
  await plant.each('member', async (name) => {
    const { id } = await newPerson(room, 'viewer')
    await room.db.run(sql`update users set name = ${name} where id = ${id}`)
  })
  await plant.each('key', (name) => room.key({ name }))
  await plant.each('passkey', (name) =>
    room.db.run(sql`
      insert into passkeys (id, user_id, name, credential_id, public_key, uses, transports, is_synced)
      values (${newId()}, ${owner.id}, ${name}, ${newId()}, ${randomBytes(32)}, 0, '{}', false)`),
  )
  await plant.each('identity', (text, number) =>
    room.db.run(sql`
      insert into identities (id, user_id, issuer, subject, email)
      values (${newId()}, ${owner.id}, ${hostileText('issuer', number)}, ${newId()}, ${text})`),
  )
  // Some of these are shown as the name of a browser.
  await eachHostileText('agent', (text) =>
    room.db.run(sql`
      insert into sessions (token_hash, id, user_id, ip, user_agent)
      values (${randomBytes(32)}, ${newId()}, ${owner.id}, '192.0.2.1', ${text})`),
  )
}

async function sendMails(room: Newsroom, mail: MailServer): Promise<ParsedMail[]> {
  await room.db.run(
    sql`update notifications set mail = 'waiting', created_at = clock_timestamp() - interval '1 hour'`,
  )
  await mailDigests(room.context, new AbortController().signal)
  // The worker of the house may have taken some of them already.
  const isThere = (field: string) =>
    mail.received.some(({ parsed }) => (parsed.text ?? '').includes(hostileText(field, 0)))
  const deadline = Date.now() + 20_000
  while (!(isThere('excerptsingle') && isThere('sentback'))) {
    if (Date.now() > deadline) throw new Error('The digests of notifications were not mailed.')
    await sendQueued(room)
    await pause(100)
  }
  return mail.received.map(({ parsed }) => parsed)
}

/** Noon of the next day by UTC, which is the same day by the clock of the workspace. */
export const tomorrow = () => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`
