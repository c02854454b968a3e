import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { CommitStep } from '../../connector.ts'
import { wantedScopes } from '../app.ts'
import { slack } from '../connector.ts'
import { publishing } from './fake.ts'
import { harbour } from './fake-world.ts'
import { failureOf, type Laid, layOut, makeFile, publish } from './steps.ts'
import { answerByHand, answered, openHouse, refused, type SlackHouse } from './world.ts'

let house: SlackHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

/** A post whose answer is lost, as far as `settle`. */
async function loseAnswer(laid: Laid = {}) {
  const bench = layOut(house, laid)
  const sent = await bench.readyToSend()
  house.fake.inject(publishing, { kind: 'lose_answer' })
  expect((await failureOf(bench.send(sent))).kind).toBe('unknown_outcome')
  return { bench, sent }
}

const newest = () => house.fake.world.messages.at(-1)

describe('a message whose answer is lost', () => {
  test('is found by our mark, with its address', async () => {
    const { bench, sent } = await loseAnswer()
    const ts = newest()?.ts ?? ''
    expect(await bench.settle(sent)).toEqual({
      outcome: 'published',
      remoteId: ts,
      url: `https://harbour.slack.com/archives/${harbour.id}/p${ts.replace('.', '')}`,
      reference: { file_ids: [] },
    })
  })

  test('is found in its thread, which the channel does not list', async () => {
    const root = await publish(house)
    const { bench, sent } = await loseAnswer({ part: 'thread', replyTo: root })
    const ts = newest()?.ts ?? ''
    const place = `?thread_ts=${root.remoteId}&cid=${harbour.id}`
    expect(await bench.settle(sent)).toEqual({
      outcome: 'published',
      remoteId: ts,
      url: `https://harbour.slack.com/archives/${harbour.id}/p${ts.replace('.', '')}${place}`,
      reference: { thread_ts: root.remoteId, file_ids: [] },
    })
    expect(house.fake.calls.at(-1)?.name).toBe('conversations.replies')
  })

  test('is found on a later page, and once though pages repeat the beginning of a thread', async () => {
    house.fake.world.mostOnPage = 1
    const root = await publish(house)
    const { bench, sent } = await loseAnswer({ part: 'thread', replyTo: root })
    const message = house.fake.world.messages[0]
    if (message) for (const words of ['Ahoy', 'Where to?']) answerByHand(house.fake, message, words)
    expect(await bench.settle(sent)).toMatchObject({ outcome: 'published' })
    const { bench: other, sent: top } = await loseAnswer()
    for (const _ of [1, 2, 3]) await publish(house)
    expect(await other.settle(top)).toMatchObject({ outcome: 'published' })
  })

  test('is not found behind more messages than are looked at, which proves nothing', async () => {
    const { bench, sent } = await loseAnswer()
    for (let count = 0; count < 6; count++) await publish(house)
    house.fake.world.mostOnPage = 1
    const before = house.fake.calls.length
    expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
    expect(house.fake.calls.length - before).toBe(5)
  })

  test('is told apart from one with the same words, one of an earlier try, and one with a mark of somebody else', async () => {
    const bench = layOut(house)
    const sent = await bench.readyToSend()
    await publish(house)
    const forged = { event_type: 'another_app', event_payload: { key: sent.key } }
    const first = house.fake.world.messages[0]
    if (first) house.fake.world.messages.push({ ...first, ts: '1700000000.000100', metadata: forged })
    expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
    expect(await bench.settle({ ...sent, key: first?.metadata ? keyOf(first.metadata) : '' })).toMatchObject({
      outcome: 'published',
      remoteId: first?.ts,
    })
  })

  test('is looked for from ten minutes before it was sent, by whichever clock', async () => {
    const { bench, sent } = await loseAnswer()
    const sentAt = (minutes: number): CommitStep => ({
      ...sent,
      firstSentAt: new Date(sent.firstSentAt.getTime() + minutes * 60_000),
    })
    expect(await bench.settle(sentAt(9))).toMatchObject({ outcome: 'published' })
    expect(await bench.settle(sentAt(11))).toEqual({ outcome: 'not_found' })
  })

  test('that is there twice is for a person to tell apart', async () => {
    const { bench, sent } = await loseAnswer()
    const message = newest()
    if (!message) throw new Error('Nothing was made.')
    house.fake.world.messages.push({ ...message, ts: `${Number(message.ts.split('.')[0]) + 1}.000100` })
    expect(await bench.settle(sent)).toMatchObject({ outcome: 'several', posts: [{}, {}] })
  })

  test.each([
    [refused('internal_error'), 'unavailable'],
    [answered(200, { ok: true, messages: 'none' }), 'unavailable'],
    [answered(200, { ok: true, messages: ['one'] }), 'unavailable'],
    [refused('token_revoked'), 'unauthorized'],
    [refused('ratelimited'), 'rate_limited'],
  ])('is asked for again after %j', async (answer, kind) => {
    const { bench, sent } = await loseAnswer()
    house.fake.inject('conversations.history', answer)
    expect((await failureOf(bench.settle(sent))).kind).toBe(kind)
  })
})

function keyOf(metadata: JsonObject): string {
  return String((metadata.event_payload as JsonObject).key)
}

describe('without the permission to read the channel', () => {
  const scopes = wantedScopes.filter((scope) => scope !== 'channels:history')

  test('a message is not asked for, because nothing would be told', async () => {
    await house.close()
    house = await openHouse(slack, { scopes })
    const { bench, sent } = await loseAnswer()
    const before = house.fake.calls.length
    expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
    expect(house.fake.calls).toHaveLength(before)
    expect(slack.networkClass(house.account, sent.draft).class).toBe('blind')
  })

  test('files are found all the same', async () => {
    await house.close()
    house = await openHouse(slack, { scopes })
    const { bench, sent } = await loseAnswer({ media: [makeFile('document')] })
    expect(slack.networkClass(house.account, sent.draft).class).toBe('list')
    await expect.poll(() => house.fake.world.messages.length).toBe(1)
    expect(await bench.settle(sent)).toMatchObject({ outcome: 'published', remoteId: newest()?.ts })
  })

  test('the permission of the other kind of channel is of no use', async () => {
    await house.close()
    house = await openHouse(slack, { scopes, channel: 'crew' })
    expect(slack.networkClass(house.account, layOut(house).step.draft).class).toBe('list')
  })
})

describe('files', () => {
  test('are published once their message is there', async () => {
    house.fake.world.shareMs = 300
    const bench = layOut(house, { media: [makeFile('document')] })
    const sent = await bench.readyToSend()
    const committed = await bench.send(sent)
    if (committed.outcome !== 'accepted') throw new Error('It was not accepted.')
    expect(await bench.settle({ ...sent, ref: committed.ref })).toEqual({
      outcome: 'pending',
      againInMs: 1_000,
    })
    expect(await bench.settleFully({ ...sent, ref: committed.ref })).toMatchObject({
      outcome: 'published',
      remoteId: newest()?.ts,
      reference: { file_ids: [committed.ref] },
    })
  })

  test('are looked at less and less often', async () => {
    house.fake.world.shareMs = 3_600_000
    const bench = layOut(house, { media: [makeFile('document')] })
    const sent = await bench.readyToSend()
    const committed = await bench.send(sent)
    if (committed.outcome !== 'accepted') throw new Error('It was not accepted.')
    const pauses = []
    for (const looks of [0, 1, 5, 40]) {
      const settled = await bench.settle({ ...sent, ref: committed.ref, looks })
      pauses.push(settled.outcome === 'pending' ? settled.againInMs : null)
    }
    expect(pauses).toEqual([1_000, 2_000, 32_000, 300_000])
  })

  test('whose answer is lost are found by their ids, in a private channel too', async () => {
    await house.close()
    house = await openHouse(slack, { channel: 'crew' })
    const { bench, sent } = await loseAnswer({ media: [makeFile('document'), makeFile('video')] })
    expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
    await expect.poll(() => house.fake.world.messages.length).toBe(1)
    expect(await bench.settle(sent)).toMatchObject({ outcome: 'published', remoteId: newest()?.ts })
  })

  test('that never arrived are not found', async () => {
    const bench = layOut(house, { media: [makeFile('document')] })
    const sent = await bench.readyToSend()
    expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
  })

  test('that somebody shared once more, or elsewhere, are still in our message', async () => {
    const { bench, sent } = await loseAnswer({ media: [makeFile('document')] })
    await expect.poll(() => house.fake.world.messages.length).toBe(1)
    const ours = newest()
    if (!ours) throw new Error('It was not shared.')
    const later = `${Number(ours.ts.split('.')[0]) + 60}.000100`
    house.fake.world.messages.push({ ...ours, ts: later, user: 'U0ANNE' })
    house.fake.world.messages.push({ ...ours, ts: '1700000000.000100', channelId: 'G0CREW001' })
    expect(await bench.settle(sent)).toMatchObject({ outcome: 'published', remoteId: ours.ts })
  })

  test.each([
    [refused('internal_error'), 'unavailable'],
    [answered(200, { ok: true }), 'unavailable'],
    [answered(200, { ok: true, file: { id: 'F7', shares: {} } }), 'unavailable'],
    [refused('missing_scope'), 'unauthorized'],
  ])('are asked for again after %j', async (answer, kind) => {
    const { bench, sent } = await loseAnswer({ media: [makeFile('document')] })
    house.fake.inject('files.info', answer)
    expect((await failureOf(bench.settle(sent))).kind).toBe(kind)
  })

  test('that are gone, or shared in ways that cannot be read, are for a person to explain', async () => {
    const { bench, sent } = await loseAnswer({ media: [makeFile('document')] })
    const [file] = house.fake.world.files
    for (const shares of [null, 'all', { public: [] }, { public: { [harbour.id]: [{ ts: 'now' }, 7] } }]) {
      house.fake.inject('files.info', answered(200, { ok: true, file: { id: file?.id, shares } }))
      expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
    }
    if (file) file.isDeleted = true
    expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
  })
})
