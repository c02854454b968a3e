import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connector, Failure } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'

/** Takes an account, and then nothing from it any more. */
const leaving: Connector = {
  ...sandbox,
  platform: 'leaving',
  name: 'Leaving',
  prepare: () => Promise.reject(new Failure('unauthorized', 'The token is not good any more.')),
}

describe('a thread', () => {
  let room: Newsroom
  beforeAll(async () => {
    room = await openNewsroom({ connectors: [...connectors, leaving] })
  })
  afterAll(() => room.stop())

  const thread = (...captions: string[]) => ({
    sandbox: { thread: captions.map((caption) => ({ caption })) },
  })

  it('goes out part by part, each answering the one before, and is published when its last part is', async () => {
    const account = await room.account('Teller')
    const post = await room.post({
      caption: 'Once',
      social_accounts: [account],
      platform_configurations: thread('upon', 'a time'),
    })
    await room.settled(post.id, ['posted'])
    expect((await room.truth(account)).posts).toEqual(['Once', 'upon', 'a time'])
    const [result] = await room.results(post.id)
    expect(result).toMatchObject({ status: 'published', success: true })
    expect(result?.parts.map((part) => part.status)).toEqual(['published', 'published'])
    const chain = await room.db.rows<{ text: string; answers: string | null }>(room.sql`
      select p.text, (select r.text from sandbox_posts r where r.id = p.reply_to) as answers
      from sandbox_posts p where p.profile_id = (select external_id::uuid from social_accounts where id = ${account})
      order by p.created_at`)
    expect(chain.map((part) => part.answers)).toEqual([null, 'Once', 'upon'])
    expect(await room.events(result?.id ?? '')).toEqual(['post_result.published'])
    expect(await room.events(post.id)).toEqual(['post.created', 'post.posted'])
  })

  it('that missed its time is asked for once: who sends it sends all of it', async () => {
    const account = await room.account('Latecomer')
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const post = await room.post({
      caption: 'Late',
      social_accounts: [account],
      late_policy: 'ask',
      scheduled_at: later,
      platform_configurations: thread('but', 'whole'),
    })
    await room.db.run(room.sql`
      update targets set scheduled_at = clock_timestamp() - interval '1 hour',
        next_action_at = case when state = 'held' then null else clock_timestamp() end
      where post_id = ${post.id}`)
    room.context.wake(0)
    await room.settled(post.id, ['needs_review'])
    const [asked] = await room.results(post.id)
    expect(asked?.review?.reason).toBe('missed_window')
    await room.request('POST', `/v1/post-results/${asked?.id}/resolve`, {
      body: { outcome: 'not_published' },
    })
    expect(await room.settled(post.id, ['posted', 'needs_review'])).toBe('posted')
    expect((await room.truth(account)).posts).toEqual(['Late', 'but', 'whole'])
  })

  it('stops where a part is lost, says so, and goes on when a person says that the part is there', async () => {
    const account = await room.account('Mumble', { network_class: 'blind', behavior: 'drop_answer' })
    const post = await room.post({
      caption: 'First',
      social_accounts: [account],
      platform_configurations: thread('second'),
    })
    await room.settled(post.id, ['needs_review'])
    const [result] = await room.results(post.id)
    expect(result?.parts.map((part) => part.status)).toEqual(['pending'])
    const answer = await room.request('POST', `/v1/post-results/${result?.id}/resolve`, {
      body: { outcome: 'discard' },
    })
    expect(answer.status).toBe(200)
    const [left] = await room.results(post.id)
    expect(left?.parts).toMatchObject([{ status: 'failed' }])
    expect((await room.truth(account)).posts).toEqual(['First'])
  })

  it('is not begun when it is canceled, and none of its parts is', async () => {
    const account = await room.account('Hush')
    const at = new Date(Date.now() + 900).toISOString()
    const post = await room.post({
      caption: 'Never',
      social_accounts: [account],
      scheduled_at: at,
      platform_configurations: thread('ever'),
    })
    expect((await room.request('POST', `/v1/posts/${post.id}/cancel`)).json.status).toBe('canceled')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await room.truth(account)).arrivals).toEqual([])
  })

  it('is held when a part of it is held, also where further parts wait behind that one', async () => {
    const account = await room.account('Pauser')
    const post = await room.post({
      caption: 'One',
      social_accounts: [account],
      platform_configurations: thread('two', 'three'),
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    // As if the first part were out, and the token lost at the second.
    await room.db.run(room.sql`
      update targets set state = 'published', next_action_at = null, remote_id = 'r1', remote_url = 'https://n.example/r1',
        published_at = clock_timestamp() where post_id = ${post.id} and part = 'post'`)
    await room.db.run(room.sql`
      update targets set hold_reason = 'reconnect' where post_id = ${post.id} and position = 1`)
    const [result] = await room.results(post.id)
    expect(result).toMatchObject({ status: 'held', held_reason: 'reconnect' })
    expect(result?.parts.map((part) => part.status)).toEqual(['held', 'pending'])
    expect(await room.status(post.id)).toBe('held')
  })

  it('waits for its account to be connected again, though that was its last try', async () => {
    const account = await room.connect('leaving', { name: 'Leaver' })
    const post = await room.post({
      caption: 'One',
      social_accounts: [account],
      platform_configurations: { leaving: { thread: [{ caption: 'two' }] } },
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    await room.db.run(room.sql`
      update targets set tries = 11, next_action_at = clock_timestamp() where post_id = ${post.id} and part = 'post'`)
    room.context.wake(0)
    await room.settled(post.id, ['held', 'failed'])
    const [result] = await room.results(post.id)
    expect(result).toMatchObject({ status: 'held', held_reason: 'reconnect' })
    expect(result?.parts.map((part) => part.status)).toEqual(['pending'])
  })

  it('is partial when a later part is refused, and its first comment never fails it', async () => {
    const account = await room.account('Half')
    const post = await room.post({
      caption: 'Said',
      social_accounts: [account],
      platform_configurations: thread('unsaid'),
      scheduled_at: new Date(Date.now() + 1_000).toISOString(),
    })
    await room.db.run(room.sql`update sandbox_profiles set behavior = 'succeed'`)
    const refusing = room.db.run(room.sql`
      update targets set content = jsonb_set(content, '{text}', to_jsonb(repeat('x', 501)))
      where post_id = ${post.id} and part = 'thread'`)
    await refusing
    await room.settled(post.id, ['partial', 'failed', 'posted'])
    expect(await room.status(post.id)).toBe('partial')
    const [result] = await room.results(post.id)
    expect(result).toMatchObject({ status: 'failed', success: false, error: { code: 'thread_incomplete' } })
    expect(result?.platform_data?.url).toContain('/sandbox/')
  })
})
