import { sql } from '../../server/src/db/database.ts'
import { newPerson, type Person } from '../../server/test/app/person.ts'
import { colleague } from '../../server/test/approving.ts'
import { type Newsroom, openNewsroom } from '../../server/test/stories/newsroom.ts'
import { uploadFile } from '../../server/test/uploads.ts'
import { makeEndpoint, storeDelivery } from '../../server/test/webhooks/make-endpoint.ts'
import { bakeryPicture } from './bakery-picture.ts'

/** A bakery that has used Crier for a while, with something of everything that a page can show. */
export interface FullHouse extends Newsroom {
  /** The person who looks at the pages. */
  readonly owner: Person
  /** Paths that lead to one thing, by the page that shows it. */
  readonly paths: {
    readonly lost: string
    readonly partial: string
    readonly edit: string
    readonly account: string
    readonly medium: string
    readonly endpoint: string
    readonly delivery: string
  }
}

const words = [
  'Autumn bread list: rye on Mondays, spelt on Wednesdays, and the dark one with walnuts on Fridays.',
  'The oven is warm again. First rolls at half past six.',
  'We are looking for somebody who likes early mornings.',
  'Pumpkin seed loaves are back. They go fast.',
  'What happens to the bread of yesterday? Croutons, mostly.',
  'Closed on Monday: the harbour festival needs us more.',
  'Behind the counter today: Mia, with the good coffee.',
  'Sourdough number 4,000. It has a name: Gerda.',
]

/** Opens it. Always `stop()` it. */
export async function openFullHouse(): Promise<FullHouse> {
  const room = await openNewsroom({ hasUsualUrl: true })
  await room.db.run(sql`
    update workspaces set name = 'Harbour Bakery', timezone = 'Europe/Berlin' where id = ${room.workspaceId}`)
  const owner = await newPerson(room, 'owner')
  const accounts = [
    await room.account('Harbour Bakery'),
    await room.account('Baker Lena'),
    await room.account('Bread of the day'),
  ]
  const deaf = await room.account('Old quay', { behavior: 'drop_answer', network_class: 'blind', times: 1 })
  const strict = await room.account('Strict market', { behavior: 'refuse' })
  const [medium] = await Promise.all(
    ['Rye, cut open', 'Morning at the counter', 'Gerda'].map(async (name, index) =>
      uploadFile(room, await bakeryPicture(index), 'image/png', { name: `${name}.png` }),
    ),
  )
  const lost = await room.post({ caption: words[0] ?? '', social_accounts: [deaf, ...accounts.slice(0, 2)] })
  const partial = await room.post({ caption: words[5] ?? '', social_accounts: [strict, ...accounts] })
  await room.settled(lost.id, ['needs_review'], 20_000)
  await room.settled(partial.id, ['partial'], 20_000)
  await planMonth(room, accounts)
  const draft = await room.post({
    caption: words[2] ?? '',
    social_accounts: accounts.slice(0, 1),
    is_draft: true,
    media: [medium.media_id],
  })
  await room.post({ caption: words[6] ?? '', social_accounts: accounts.slice(1), is_draft: true })
  const author = await colleague(room, 'author')
  await nameThem(room, { 'Ida Halvorsen': room.userId, 'Lena Brandt': author.userId, 'Mia Sand': owner.id })
  await room.db.run(sql`
    update api_keys set name = case name when 'live' then 'Shop server' when 'test' then 'Trying things' else 'Lena’s script' end`)
  await author.request('POST', '/v1/posts', {
    body: { caption: words[3], social_accounts: accounts.slice(0, 2), scheduled_at: inDays(2) },
  })
  const endpoint = await makeEndpoint(room)
  const delivery = await storeDelivery(room, endpoint.id)
  for (const [weekday, at] of [
    ['mon', '09:00'],
    ['wed', '09:00'],
    ['fri', '16:30'],
  ] as const)
    await room.request('POST', '/v1/queue-slots', { body: { weekdays: [weekday], time: at } })
  return {
    ...room,
    owner,
    paths: {
      lost: `/posts/${lost.id}`,
      partial: `/posts/${partial.id}`,
      edit: `/posts/${draft.id}/edit`,
      account: `/accounts/${accounts[0]}`,
      medium: `/library/${medium.id}`,
      endpoint: `/build/webhooks/${endpoint.id}`,
      delivery: `/build/webhooks/${endpoint.id}/deliveries/${delivery}`,
    },
  }
}

/** Gives people names, and addresses made of them. */
async function nameThem(room: Newsroom, people: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, id] of Object.entries(people)) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@harbour-bakery.example`
    await room.db.run(sql`update users set name = ${name}, email = ${email} where id = ${id}`)
  }
}

/** Posts on most days of five weeks, at the times of a bakery. */
async function planMonth(room: Newsroom, accounts: readonly string[]): Promise<void> {
  for (let day = 1; day < 35; day += 1)
    for (let index = 0; index < (day * 7) % 4; index += 1)
      await room.post({
        caption: words[(day + index) % words.length] ?? '',
        social_accounts: accounts.slice(0, 1 + ((day + index) % 3)),
        scheduled_at: inDays(day, 6 + index * 4, (day * 15) % 60),
      })
}

function inDays(days: number, hour = 9, minute = 0): string {
  const at = new Date(Date.now() + days * 86_400_000)
  at.setUTCHours(hour, minute, 0, 0)
  return at.toISOString()
}
