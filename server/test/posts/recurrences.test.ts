// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { continueRecurrences } from '../../src/recurrences/continue-recurrences.ts'
import { tellStates } from '../../src/recurrences/tell-states.ts'
import { signedIn } from '../app/person.ts'
import { type Colleague, colleague } from '../approving.ts'
import { type Answer, type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const dayMs = 86_400_000

/** A workspace of its own, in test mode, with two accounts. */
async function newcomer() {
  const tenant = await house.newTenant()
  const harbour = await house.connectIn(tenant, 'sandbox', { name: 'harbour' }, 'test')
  const flour = await house.connectIn(tenant, 'sandbox', { name: 'flour' }, 'test')
  const ask = async (method: string, path: string, body?: unknown): Promise<Answer> =>
    house.request(method, path, { key: tenant.testKey, ...(body === undefined ? {} : { body }) })
  const good = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.json
  }
  const repeat = (more: object = {}) =>
    good('POST', '/v1/recurrences', {
      caption: 'words',
      social_accounts: [harbour],
      rule: { unit: 'day', times: ['09:00'] },
      ...more,
    })
  return {
    ...tenant,
    harbour,
    flour,
    ask,
    good,
    repeat,
    get: (id: string) => good('GET', `/v1/recurrences/${id}`),
    change: (id: string, body: object) => good('PATCH', `/v1/recurrences/${id}`, body),
    /** Its posts in the order of their times. */
    posts: async (id: string) =>
      (await good('GET', `/v1/posts?recurrence_id=${id}&order=scheduled_at&limit=200`)).data as Post[],
    /** Moves the clock on, as if the server had been off all the while. */
    wait: (days: number) => good('POST', '/v1/test-clock', { advance_by_seconds: (days * dayMs) / 1_000 }),
  }
}

interface Post {
  id: string
  caption: string
  status: string
  scheduled_at: string
  recurrence_id: string | null
}

const spacing = (posts: readonly Post[]) =>
  posts
    .slice(1)
    .map((post, index) => Date.parse(post.scheduled_at) - Date.parse(posts[index]?.scheduled_at ?? ''))

describe('what is made', () => {
  test('ordinary posts for the next 30 days, which say where they come from', async () => {
    const who = await newcomer()
    const made = await who.repeat()
    const posts = await who.posts(made.id)
    expect(posts).toHaveLength(30)
    expect(new Set(spacing(posts))).toEqual(new Set([dayMs]))
    for (const post of posts)
      expect(post).toMatchObject({ caption: 'words', status: 'scheduled', recurrence_id: made.id })
    expect(made).toMatchObject({ status: 'active', planned: 30, turns: 30, missed: 0, problems: [] })
    expect(made.next_times.map(({ post_id: id }: { post_id: string }) => id)).toEqual(
      posts.slice(0, 5).map(({ id }) => id),
    )
    expect(made.next_times[0].local_time).toMatch(/T09:00$/)
    const other = await who.good('POST', '/v1/posts', { caption: 'one', social_accounts: [who.harbour] })
    expect(other.recurrence_id).toBeNull()
    // One post by itself says the same, whoever writes its JSON.
    const [first] = posts
    expect(await who.good('GET', `/v1/posts/${first?.id}`)).toMatchObject({ recurrence_id: made.id })
    expect(await who.good('GET', `/v1/posts/${first?.id}?expand=request`)).toMatchObject({
      recurrence_id: made.id,
    })
  })

  test('at most forty wait, and variations take turns', async () => {
    const who = await newcomer()
    const captions = ['one', 'two', 'three']
    const made = await who.repeat({
      rule: { unit: 'day', times: ['08:00', '20:00'] },
      variations: captions.map((caption) => ({ caption })),
    })
    const posts = await who.posts(made.id)
    expect(posts.map(({ caption }) => caption)).toEqual(
      Array.from({ length: 40 }, (_, index) => captions[index % 3]),
    )
    await who.wait(1)
    expect(await continueRecurrences(house.context)).toBe(2)
    const all = await who.posts(made.id)
    expect(all.map(({ caption }) => caption).at(-1)).toBe(captions[41 % 3])
  })

  test('it ends after so many posts, or with its last day', async () => {
    const who = await newcomer()
    const three = await who.repeat({ ends_after: 3 })
    expect([three.planned, three.next_times.length]).toEqual([3, 3])
    const day = new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10)
    const short = await who.repeat({ ends_on: day, rule: { unit: 'day', times: ['00:00'] } })
    expect(short.planned).toBe(2)
    await who.wait(5)
    await continueRecurrences(house.context)
    expect((await who.get(three.id)).status).toBe('ended')
    expect((await who.get(short.id)).status).toBe('ended')
    expect(await who.posts(three.id)).toHaveLength(3)
  })

  test('what begins later has its first times said before the first post is made', async () => {
    const who = await newcomer()
    const starts = new Date(Date.now() + 100 * dayMs).toISOString().slice(0, 10)
    const made = await who.repeat({ starts_on: starts, ends_after: 2 })
    expect(made).toMatchObject({ status: 'active', planned: 0 })
    expect(made.next_times).toMatchObject([
      { local_time: `${starts}T09:00`, post_id: null },
      { post_id: null },
    ])
    expect(await continueRecurrences(house.context)).toBe(0)
    await who.wait(75)
    expect(await continueRecurrences(house.context)).toBe(2)
    expect((await who.get(made.id)).planned).toBe(2)
  })
})

describe('once', () => {
  test('several processes that plan at once make each post once', async () => {
    const who = await newcomer()
    const made = await who.repeat()
    for (let day = 0; day < 3; day++) {
      await who.wait(1)
      const counts = await Promise.all(Array.from({ length: 6 }, () => continueRecurrences(house.context)))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    }
    const posts = await who.posts(made.id)
    expect(posts).toHaveLength(33)
    expect(new Set(posts.map(({ scheduled_at: at }) => at)).size).toBe(33)
    expect(new Set(spacing(posts))).toEqual(new Set([dayMs]))
  })

  test('a process that dies between the post and its record leaves neither, and the next one makes both', async () => {
    const who = await newcomer()
    const made = await who.repeat()
    await who.wait(2)
    await house.db.run(sql`
      create function die() returns trigger language plpgsql as $$
        begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(0.1); return new; end $$`)
    await house.db.run(sql`
      create trigger die before insert on recurrence_occurrences for each row execute function die()`)
    try {
      await continueRecurrences(house.context)
      expect(await who.posts(made.id)).toHaveLength(30)
    } finally {
      await house.db.run(sql`drop trigger die on recurrence_occurrences`)
      await house.db.run(sql`drop function die()`)
    }
    // It was put off for five minutes, so that it does not hold up the others.
    expect(await continueRecurrences(house.context)).toBe(0)
    await house.db.run(sql`update recurrences set plan_at = clock_timestamp() where id = ${made.id}`)
    expect(await continueRecurrences(house.context)).toBe(2)
    const posts = await who.posts(made.id)
    expect([posts.length, new Set(spacing(posts))]).toEqual([32, new Set([dayMs])])
  })

  test('a post that was deleted is never made again', async () => {
    const who = await newcomer()
    const made = await who.repeat()
    const [first, second] = await who.posts(made.id)
    await who.good('DELETE', `/v1/posts/${first?.id}`)
    await who.good('POST', `/v1/posts/${second?.id}/cancel`)
    await continueRecurrences(house.context)
    // Even a change of its words leaves the two days alone, and so does another time of the day.
    await who.change(made.id, { caption: 'other words' })
    await who.change(made.id, { rule: { unit: 'day', times: ['10:00'] } })
    const posts = (await who.posts(made.id)).filter(({ status }) => status !== 'canceled')
    expect(posts).toHaveLength(28)
    const days = posts.map(({ scheduled_at: at }) => at.slice(0, 10))
    for (const gone of [first, second]) expect(days).not.toContain(gone?.scheduled_at.slice(0, 10))
    expect(posts.every(({ scheduled_at: at }) => at.endsWith('T10:00:00.000Z'))).toBe(true)
  })

  test('after a long stop the missed times are counted, and none of them is made up for', async () => {
    const who = await newcomer()
    const made = await who.repeat()
    await who.wait(90)
    expect(await continueRecurrences(house.context)).toBe(30)
    const { now } = await who.good('GET', '/v1/test-clock')
    const after = await who.get(made.id)
    expect(after.missed).toBe(60)
    expect(Date.parse(now) - Date.parse(after.last_missed_at)).toBeLessThan(dayMs)
    const posts = await who.posts(made.id)
    expect(posts).toHaveLength(60)
    // The thirty of before the stop are there; whether they may still go out is asked of their late policy.
    expect(posts.filter(({ scheduled_at: at }) => Date.parse(at) > Date.parse(now))).toHaveLength(30)
    expect(
      (
        await who.ask('POST', '/v1/recurrences', {
          caption: 'words',
          social_accounts: [who.harbour],
          rule: { unit: 'day', times: ['09:00'] },
          late_policy: 'publish_always',
        })
      ).json.errors,
    ).toMatchObject([{ pointer: '/late_policy', code: 'not_allowed' }])
  })

  test('while the guard of a restored database is up, nothing is made', async () => {
    const who = await newcomer()
    await who.repeat()
    await who.wait(1)
    await house.db.run(sql`insert into guards (kind) values ('restored')`)
    try {
      expect(await continueRecurrences(house.context)).toBe(0)
    } finally {
      await house.db.run(sql`delete from guards`)
    }
    expect(await continueRecurrences(house.context)).toBe(1)
  })
})

describe('a change', () => {
  test('reaches the posts to come that nobody has touched, and says how many it left', async () => {
    const who = await newcomer()
    const made = await who.repeat()
    const [first, second, third, ...rest] = await who.posts(made.id)
    await who.good('PATCH', `/v1/posts/${first?.id}`, { caption: 'by hand' })
    await who.good('PATCH', `/v1/posts/${second?.id}`, {
      scheduled_at: new Date(Date.parse(second?.scheduled_at ?? '') + 3_600_000).toISOString(),
    })
    const answer = await who.change(made.id, { caption: 'new words' })
    expect(answer.posts).toEqual({ added: 0, updated: 28, removed: 0, left: 2 })
    const after = await who.posts(made.id)
    expect(after.map(({ id }) => id)).toEqual([first, second, third, ...rest].map((post) => post?.id))
    expect(after.map(({ caption }) => caption)).toEqual([
      'by hand',
      'words',
      ...Array.from({ length: 28 }, () => 'new words'),
    ])
    // A change that changes nothing touches no post.
    expect((await who.change(made.id, { caption: 'new words' })).posts).toEqual({
      added: 0,
      updated: 0,
      removed: 0,
      left: 2,
    })
  })

  test('of the rule moves posts, takes away those that are too many, and makes those that lack', async () => {
    const who = await newcomer()
    const made = await who.repeat()
    const before = await who.posts(made.id)
    const weekly = { unit: 'week', weekdays: ['mon', 'thu'], times: ['18:00'] }
    const fewer = await who.change(made.id, { rule: weekly })
    const kept = await who.posts(made.id)
    expect(fewer.posts).toEqual({ added: 0, updated: kept.length, removed: 30 - kept.length, left: 0 })
    const ids = new Set(before.map(({ id }) => id))
    expect(kept.every(({ id }) => ids.has(id))).toBe(true)
    for (const { scheduled_at: at } of kept) {
      expect([1, 4]).toContain(new Date(at).getUTCDay())
      expect(at.slice(11, 16)).toBe('18:00')
    }
    const more = await who.change(made.id, { rule: { unit: 'day', times: ['18:00'] } })
    expect(more.posts).toMatchObject({ removed: 0, left: 0 })
    expect(more.posts.added).toBe(more.planned - kept.length)
    const all = await who.posts(made.id)
    expect([all.length, new Set(spacing(all))]).toEqual([more.planned, new Set([dayMs])])
  })

  test('a pause takes the posts to come away, and going on makes them again, with the turns where they stood', async () => {
    const who = await newcomer()
    const made = await who.repeat({ variations: [{ caption: 'one' }, { caption: 'two' }] })
    const [first] = await who.posts(made.id)
    await who.good('PATCH', `/v1/posts/${first?.id}`, { caption: 'by hand' })
    const paused = await who.change(made.id, { status: 'paused' })
    expect(paused).toMatchObject({ status: 'paused', planned: 1, posts: { removed: 29, left: 1 } })
    await who.wait(3)
    await continueRecurrences(house.context)
    expect(await who.posts(made.id)).toHaveLength(1)
    const again = await who.change(made.id, { status: 'active' })
    expect(again).toMatchObject({ status: 'active', planned: 30, missed: 0, posts: { added: 30 } })
    const posts = await who.posts(made.id)
    expect(posts.map(({ caption }) => caption).slice(0, 3)).toEqual(['by hand', 'two', 'one'])
  })

  test('deleting takes the posts to come along, or leaves them', async () => {
    const who = await newcomer()
    const [one, two] = [await who.repeat(), await who.repeat({ social_accounts: [who.flour] })]
    const [first] = await who.posts(one.id)
    await who.good('PATCH', `/v1/posts/${first?.id}`, { tags: ['mine'] })
    expect(await who.good('DELETE', `/v1/recurrences/${one.id}`)).toMatchObject({
      deleted: true,
      posts: { removed: 29, left: 1 },
    })
    expect((await who.posts(one.id)).map(({ id }) => id)).toEqual([first?.id])
    expect(await who.good('DELETE', `/v1/recurrences/${two.id}?keep_posts=true`)).toMatchObject({
      posts: { removed: 0, left: 30 },
    })
    expect(await who.posts(two.id)).toHaveLength(30)
    expect((await who.ask('GET', `/v1/recurrences/${one.id}`)).status).toBe(404)
    await who.wait(3)
    await continueRecurrences(house.context)
    expect(await who.posts(one.id)).toHaveLength(1)
  })

  test('a change that a network would refuse changes nothing', async () => {
    const who = await newcomer()
    const made = await who.repeat()
    const before = await who.get(made.id)
    const refused = await who.ask('PATCH', `/v1/recurrences/${made.id}`, { caption: 'x'.repeat(10_000) })
    expect([refused.status, refused.json.errors[0].pointer]).toEqual([422, '/caption'])
    expect(await who.get(made.id)).toEqual(before)
    expect((await who.posts(made.id)).every(({ caption }) => caption === 'words')).toBe(true)
  })

  test('changes of one recurrence at the same moment follow each other', async () => {
    const who = await newcomer()
    const made = await who.repeat()
    const captions = ['a', 'b', 'c', 'd']
    const answers = await Promise.all([
      ...captions.map((caption) => who.ask('PATCH', `/v1/recurrences/${made.id}`, { caption })),
      continueRecurrences(house.context).then(() => null),
    ])
    // One that waited too long is asked to come again; it has changed nothing.
    const codes = answers.flatMap((answer) => (answer === null ? [] : [answer.status]))
    expect(codes).toContain(200)
    expect(codes.filter((code) => code !== 200 && code !== 503)).toEqual([])
    const found = new Set((await who.posts(made.id)).map(({ caption }) => caption))
    expect(found).toEqual(new Set([(await who.get(made.id)).caption]))
  })
})

describe('trouble is said', () => {
  test('an account that was disconnected, at once and in the list of what needs attention', async () => {
    const who = await newcomer()
    const made = await who.repeat({ rule: { unit: 'day', times: ['09:00'] } })
    await who.good('DELETE', `/v1/social-accounts/${who.harbour}`)
    const shown = await who.get(made.id)
    expect(shown.status).toBe('needs_attention')
    expect(shown.problems).toMatchObject([
      { pointer: '/social_accounts/0', code: 'account_disconnected', social_account_id: who.harbour },
    ])
    await who.wait(2)
    await continueRecurrences(house.context)
    expect((await who.get(made.id)).problems).toHaveLength(1)
    expect(await who.posts(made.id)).toHaveLength(30)
    const { data, counts } = await who.good('GET', '/v1/attention')
    expect(counts.recurrence).toBe(1)
    expect(data).toContainEqual(
      expect.objectContaining({ kind: 'recurrence', recurrence_id: made.id, reason: 'account_disconnected' }),
    )
    // Another account in its place, and all is well again.
    const settled = await who.change(made.id, { social_accounts: [who.flour] })
    expect(settled).toMatchObject({ status: 'active', problems: [] })
    expect((await who.good('GET', '/v1/attention')).counts.recurrence).toBe(0)
  })

  test('times that pass while nothing can be made are counted as missed', async () => {
    const who = await newcomer()
    const made = await who.repeat({ ends_after: 100 })
    await who.good('DELETE', `/v1/social-accounts/${who.harbour}`)
    await who.wait(31)
    await continueRecurrences(house.context)
    await who.wait(5)
    await continueRecurrences(house.context)
    const shown = await who.get(made.id)
    expect(shown.status).toBe('needs_attention')
    expect(shown.missed).toBeGreaterThanOrEqual(5)
    expect(shown.missed).toBeLessThanOrEqual(6)
  })

  test('a medium that was deleted', async () => {
    const who = await newcomer()
    const tenant = {
      workspaceId: who.workspaceId,
      userId: who.userId,
      liveKey: who.liveKey,
      testKey: who.testKey,
    }
    const picture = await seedMedia(house, { tenant, mode: 'test' })
    const made = await who.repeat({ media: [picture.path] })
    expect((await who.ask('DELETE', `/v1/media/${picture.id}`)).json.code).toBe('media_in_use')
    await who.change(made.id, { status: 'paused' })
    await who.good('DELETE', `/v1/media/${picture.id}`)
    expect((await who.get(made.id)).problems).toMatchObject([{ code: 'media_not_found' }])
    const refused = await who.ask('PATCH', `/v1/recurrences/${made.id}`, { status: 'active' })
    expect(refused.json.errors).toMatchObject([{ code: 'media_not_found' }])
    expect((await who.change(made.id, { status: 'active', media: [] })).status).toBe('active')
  })

  test('a medium whose turn has not come is not cleaned away as unused', async () => {
    const who = await newcomer()
    const tenant = {
      workspaceId: who.workspaceId,
      userId: who.userId,
      liveKey: who.liveKey,
      testKey: who.testKey,
    }
    const [one, two] = [
      await seedMedia(house, { tenant, mode: 'test' }),
      await seedMedia(house, { tenant, mode: 'test' }),
    ]
    await who.repeat({
      rule: { unit: 'month', days: [1], times: ['09:00'] },
      variations: [{ media: [one.path] }, { media: [two.path] }],
    })
    const rows = await house.db.rows<{ was_attached: boolean }>(sql`
      select was_attached from media where workspace_id = ${who.workspaceId}`)
    expect(rows.map((row) => row.was_attached)).toEqual([true, true])
  })
})

describe('rights', () => {
  let harbour: string
  let author: Colleague
  let editor: Colleague
  beforeAll(async () => {
    harbour = await house.connect('sandbox', { name: 'harbour' })
    author = await colleague(house, 'author')
    editor = await colleague(house, 'editor')
  })
  const body = (more: object = {}) => ({
    body: { caption: 'words', social_accounts: [harbour], rule: { unit: 'day', times: ['09:00'] }, ...more },
  })
  const repeat = async (by: Colleague) => {
    const answer = await by.request('POST', '/v1/recurrences', body())
    expect(answer.status, answer.text).toBe(200)
    return answer.json.id as string
  }
  const statuses = async (id: string) => {
    const { json } = await editor.request('GET', `/v1/posts?recurrence_id=${id}&limit=200&expand=author`)
    return json.data as { id: string; status: string; author: string; approval: { state: string } | null }[]
  }
  /** Lets the next day come, as far as the plan is concerned. */
  const dueAgain = (id: string) =>
    house.db.run(sql`
      update recurrences set plan_at = clock_timestamp(), planned_until = planned_until - interval '1 day',
        turns = turns - 1 where id = ${id}`)

  test('the posts of an author wait for approval, also those that are made later', async () => {
    const id = await repeat(author)
    const posts = await statuses(id)
    expect(posts.every(({ status, approval }) => status === 'held' && approval?.state === 'waiting')).toBe(
      true,
    )
    const last = await house.db.row<{ post_id: string }>(sql`
      delete from recurrence_occurrences where recurrence_id = ${id}
        and at = (select max(at) from recurrence_occurrences where recurrence_id = ${id}) returning post_id`)
    await author.request('DELETE', `/v1/posts/${last?.post_id}`)
    await dueAgain(id)
    expect(await continueRecurrences(house.context)).toBe(1)
    const later = (await statuses(id)).find((post) => !posts.some((one) => one.id === post.id))
    expect(later).toMatchObject({ status: 'held', author: author.userId, approval: { state: 'waiting' } })
  })

  test('an approval is no change by hand: other words wait again, and a pause takes the post away', async () => {
    const id = await repeat(author)
    const [post] = await statuses(id)
    const approve = () =>
      editor.request('POST', `/v1/posts/${post?.id}/approve`, {
        headers: { 'if-match': '*' },
        body: { version: 1 },
      })
    expect((await approve()).status).toBe(200)
    const { json } = await author.request('PATCH', `/v1/recurrences/${id}`, {
      body: { caption: 'other words' },
    })
    expect(json.posts).toMatchObject({ left: 0 })
    expect((await statuses(id)).every(({ approval }) => approval?.state === 'waiting')).toBe(true)
  })

  test('an author changes and deletes only their own, and an editor’s change is the editor’s', async () => {
    const [own, ofEditor] = [await repeat(author), await repeat(editor)]
    for (const [method, send] of [
      ['PATCH', { body: { caption: 'mine now' } }],
      ['PATCH', { body: { status: 'paused' } }],
      ['DELETE', {}],
    ] as const)
      expect((await author.request(method, `/v1/recurrences/${ofEditor}`, send)).json).toMatchObject({
        status: 403,
        code: 'scope_missing',
      })
    const changed = await editor.request('PATCH', `/v1/recurrences/${own}`, { body: { caption: 'better' } })
    expect(changed.json.author).toBe(editor.userId)
    expect((await author.request('DELETE', `/v1/recurrences/${own}`)).status).toBe(403)
    expect((await editor.request('DELETE', `/v1/recurrences/${own}`)).status).toBe(200)
  })

  test('a key that may not publish repeats nothing', async () => {
    const { key } = await house.key({ scopes: ['read', 'write'] })
    expect((await house.request('POST', '/v1/recurrences', { ...body(), key })).json).toMatchObject({
      status: 403,
      code: 'scope_missing',
      scope: 'publish',
    })
  })

  test('when its person has left, it says so and makes nothing until somebody saves it', async () => {
    const leaver = await colleague(house, 'editor')
    const id = await repeat(leaver)
    const posts = await statuses(id)
    await house.db.run(sql`delete from memberships where user_id = ${leaver.userId}`)
    const last = await house.db.row<{ post_id: string }>(sql`
      delete from recurrence_occurrences where recurrence_id = ${id}
        and at = (select max(at) from recurrence_occurrences where recurrence_id = ${id}) returning post_id`)
    await editor.request('DELETE', `/v1/posts/${last?.post_id}`)
    await dueAgain(id)
    expect(await continueRecurrences(house.context)).toBe(0)
    const shown = (await editor.request('GET', `/v1/recurrences/${id}`)).json
    expect(shown).toMatchObject({ status: 'needs_attention', problems: [{ code: 'author_left' }] })
    const saved = (await editor.request('PATCH', `/v1/recurrences/${id}`, { body: {} })).json
    expect(saved).toMatchObject({ status: 'active', author: editor.userId, problems: [] })
    expect(await statuses(id)).toHaveLength(posts.length)
  })

  test.each(['was revoked', 'has expired'])(
    'when its key %s, it makes nothing until a person saves it',
    async (how) => {
      const key = await house.key({ scopes: ['read', 'write', 'publish'] })
      const made = await house.request('POST', '/v1/recurrences', { ...body(), key: key.key })
      expect(made.status, made.text).toBe(200)
      const id = made.json.id as string
      const last = await house.db.row<{ post_id: string }>(sql`
      delete from recurrence_occurrences where recurrence_id = ${id}
        and at = (select max(at) from recurrence_occurrences where recurrence_id = ${id}) returning post_id`)
      await editor.request('DELETE', `/v1/posts/${last?.post_id}`)
      const before = await statuses(id)
      const end = how === 'was revoked' ? sql`revoked_at` : sql`expires_at`
      await house.db.run(sql`update api_keys set ${end} = clock_timestamp() where id = ${key.id}`)
      await tellStates(house.context)
      const told = await editor.request('GET', '/v1/events?type=recurrence.needs_attention&limit=200')
      expect(told.json.data.map((event: { data: object }) => event.data)).toContainEqual(
        expect.objectContaining({ id, problems: [expect.objectContaining({ code: 'author_key_gone' })] }),
      )
      await dueAgain(id)
      expect(await continueRecurrences(house.context)).toBe(0)
      // The posts that were made before stay, as other posts of the key do.
      expect(await statuses(id)).toEqual(before)
      const { data } = (await editor.request('GET', '/v1/attention')).json
      expect(JSON.stringify(data)).toContain('author_key_gone')
      const saved = (await editor.request('PATCH', `/v1/recurrences/${id}`, { body: {} })).json
      expect(saved).toMatchObject({ status: 'active', author: editor.userId, problems: [] })
      expect(await statuses(id)).toHaveLength(before.length + 1)
    },
  )

  test('when its key was rolled, it goes on with the new one', async () => {
    const admin = await signedIn(house, 'admin')
    const keys = `/app/workspaces/${house.workspaceId}/keys`
    const old = await house.key({ scopes: ['read', 'write', 'publish'] })
    const made = await house.request('POST', '/v1/recurrences', { ...body(), key: old.key })
    const id = made.json.id as string
    await admin.request('POST', `${keys}/${old.id}/roll`, { body: { overlap_hours: 0 } })
    await house.db.run(sql`
      delete from recurrence_occurrences where recurrence_id = ${id}
        and at = (select max(at) from recurrence_occurrences where recurrence_id = ${id})`)
    const before = (await statuses(id)).length
    await dueAgain(id)
    expect(await continueRecurrences(house.context)).toBe(1)
    expect(await statuses(id)).toHaveLength(before + 1)
    const shown = (await editor.request('GET', `/v1/recurrences/${id}`)).json
    expect(shown).toMatchObject({ status: 'active', author: admin.id, problems: [] })
  })

  test('the rights of the person count when a post is made, not when the recurrence was', async () => {
    const id = await repeat(editor)
    const last = await house.db.row<{ post_id: string }>(sql`
      delete from recurrence_occurrences where recurrence_id = ${id}
        and at = (select max(at) from recurrence_occurrences where recurrence_id = ${id}) returning post_id`)
    await editor.request('DELETE', `/v1/posts/${last?.post_id}`)
    await house.db.run(sql`update memberships set role = 'author' where user_id = ${editor.userId}`)
    const before = await statuses(id)
    try {
      await dueAgain(id)
      expect(await continueRecurrences(house.context)).toBe(1)
    } finally {
      await house.db.run(sql`update memberships set role = 'editor' where user_id = ${editor.userId}`)
    }
    const later = (await statuses(id)).find((post) => !before.some((one) => one.id === post.id))
    expect(later).toMatchObject({ status: 'held', approval: { state: 'waiting' } })
  })
})

test('the zone of a recurrence stays when the workspace gets another, and so do its posts', async () => {
  const who = await newcomer()
  const made = await who.repeat({ timezone: 'America/New_York' })
  expect(made.timezone).toBe('America/New_York')
  expect(made.next_times[0].local_time).toMatch(/T09:00$/)
  await house.db.run(sql`update workspaces set timezone = 'Asia/Tokyo' where id = ${who.workspaceId}`)
  const saved = await who.change(made.id, {})
  expect([saved.timezone, saved.posts.updated]).toEqual(['America/New_York', 0])
  expect((await who.repeat()).timezone).toBe('Asia/Tokyo')
})
