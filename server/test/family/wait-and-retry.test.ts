import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { until } from '../stories/until.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom()
})
afterAll(() => room.stop())

interface Row {
  success: boolean
}

/**
 * A program that takes every row of the list of post results for an outcome: without `success` the post failed, and it
 * publishes the same text again. Answers how often it published, once it saw a success or has looked often enough.
 */
async function publishUntilSuccess(
  body: object,
  looks: number,
): Promise<{ published: number; sees: string }> {
  const publish = async () => (await room.request('POST', '/v1/posts', { body })).json.id
  let id = await publish()
  let published = 1
  for (let look = 0; look < looks; look += 1) {
    const rows: Row[] = (await room.request('GET', `/v1/post-results?post_id=${id}`)).json.data
    if (rows.some(({ success }) => success)) return { published, sees: 'success' }
    if (rows.length > 0) {
      id = await publish()
      published += 1
    }
    await pause(20)
  }
  return { published, sees: 'nothing' }
}

const patience = 400

describe('a program that publishes again what it takes for a failure', () => {
  it('waits for a post that is scheduled, and one post is public', async () => {
    const account = await room.account('Scheduled')
    const scheduled_at = new Date(Date.now() + 1_500).toISOString()
    const body = { caption: 'At noon', social_accounts: [account], scheduled_at }
    expect(await publishUntilSuccess(body, patience)).toEqual({ published: 1, sees: 'success' })
    expect((await room.truth(account)).posts).toEqual(['At noon'])
  })

  it.each(['process_slowly', 'slow_media'])(
    'waits for a network that takes its time (%s), and one post is public',
    async (behavior) => {
      const account = await room.account(behavior, { behavior, slow_ms: 700, network_class: 'two_phase' })
      const body = { caption: 'Slowly', social_accounts: [account] }
      expect(await publishUntilSuccess(body, patience)).toEqual({ published: 1, sees: 'success' })
      expect((await room.truth(account)).posts).toEqual(['Slowly'])
    },
  )

  it('sees nothing while it is not known whether the post is public, nor after a person gave it up', async () => {
    const account = await room.account('Unheard', { behavior: 'drop_answer' })
    const body = { caption: 'Did you hear?', social_accounts: [account], external_id: 'unheard' }
    const looking = publishUntilSuccess(body, 250)
    const { json } = await until(
      () => room.request('GET', '/v1/posts?external_id=unheard'),
      (answer) => answer.json.data.length > 0,
    )
    const { id } = json.data[0]
    await room.settled(id, ['needs_review'])
    const [result] = await room.results(id)
    await room.request('POST', `/v1/post-results/${result?.id}/resolve`, { body: { outcome: 'discard' } })
    expect(await looking).toEqual({ published: 1, sees: 'nothing' })
    expect((await room.truth(account)).posts).toEqual(['Did you hear?'])
    const [given] = await room.results(id)
    expect(given?.error).toMatchObject({ code: 'outcome_unknown', retryable: false })
  })

  it('publishes again what the network refused, and one post is public', async () => {
    const account = await room.account('Refused', { behavior: 'refuse', times: 1 })
    const body = { caption: 'Once more', social_accounts: [account] }
    expect(await publishUntilSuccess(body, patience)).toEqual({ published: 2, sees: 'success' })
    expect((await room.truth(account)).posts).toEqual(['Once more'])
  })
})
