import { expect, test } from 'vitest'
import { type OutboundAnswer, OutboundError, type OutboundRequest } from '../lib/safe-fetch/outbound.ts'
import type { CommitRequest, MediaSource } from './connector.ts'
import { readSentTo } from './kit/sent-to.ts'
import { sendCommit } from './send-commit.ts'

const world = { credentials: {}, media: {} as MediaSource, secrets: async () => ({}) }
const commit: CommitRequest = {
  method: 'POST',
  url: 'wss://one.example',
  alsoTo: ['wss://two.example', 'wss://three.example'],
  headers: {},
  body: '"hello"',
}
const conversation = { talkTo: (url: string) => () => [url] }

function answered(json: string): OutboundAnswer {
  return { status: 101, headers: {}, bytes: Buffer.from(json), text: json, json: JSON.parse(json) }
}

test('a commit goes to each of its servers, and the answer tells of each', async () => {
  const sent: OutboundRequest[] = []
  const answer = await sendCommit(commit, world, conversation, async (request) => {
    sent.push(request)
    if (request.url.includes('two')) throw new OutboundError('blocked', 'Not there.')
    if (request.url.includes('three')) throw new OutboundError('no_answer', 'It hung up.')
    return answered('["OK"]')
  })
  expect(sent.map(({ url, body, talk }) => [url, body, talk?.(null)])).toEqual(
    ['wss://one.example', 'wss://two.example', 'wss://three.example'].map((url) => [url, '"hello"', [url]]),
  )
  expect(answer).toMatchObject({ status: 207, json: JSON.parse(answer.text) })
  expect(readSentTo(answer)).toEqual([
    { url: 'wss://one.example', answer: ['OK'] },
    { url: 'wss://two.example', unsent: 'Not there.' },
    { url: 'wss://three.example', unknown: 'It hung up.' },
  ])
})

test('there is no answer where nothing left for any of them', async () => {
  const sending = sendCommit(commit, world, conversation, async ({ url }) => {
    throw new OutboundError('not_sent', `No connection to ${url}.`)
  })
  await expect(sending).rejects.toMatchObject({
    kind: 'not_sent',
    message: 'No connection to wss://one.example.',
  })
})

test('a fault of ours at one of them is no answer', async () => {
  const sending = sendCommit(commit, world, conversation, async ({ url }) => {
    if (url.includes('two')) throw new TypeError('A fault of ours.')
    return answered('["OK"]')
  })
  await expect(sending).rejects.toThrow('A fault of ours.')
})

test('an answer that tells of no servers has none', () => {
  for (const servers of ['null', '{}', '[1, null, {"answer": 1}]', '[{"url": 5}]'])
    expect(readSentTo(answered(`{"servers": ${servers}}`))).toEqual([])
  expect(readSentTo(answered('{"servers": [{"url": "wss://one.example"}]}'))).toEqual([
    { url: 'wss://one.example', unknown: 'There was no answer.' },
  ])
})
