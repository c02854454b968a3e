// @module-tag slow
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CuttingProxy, startCuttingProxy } from '../../../../test/servers/cutting-proxy.ts'
import { newId } from '../../../lib/id.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { describeDraft } from '../../conformance/pictures.ts'
import type { Account, CommitStep, Io, Step } from '../../connector.ts'
import { bluesky } from '../connector.ts'
import { connectAccount } from './accounts.ts'
import {
  type BlueskyPds,
  isBlueskyPdsInstalled,
  skipWithoutBlueskyPds,
  startBlueskyPds,
} from './servers/start-pds.ts'
import { readPosts } from './world.ts'

const put = 'com.atproto.repo.putRecord'

let pds: BlueskyPds
let proxy: CuttingProxy
let outbound: Outbound
let account: Account
let credentials: JsonObject

beforeAll(async () => {
  if (!isBlueskyPdsInstalled()) return
  pds = await startBlueskyPds()
  proxy = await startCuttingProxy(pds.url)
  outbound = localOutbound()
  const { handle, appPassword } = await pds.createAccount({ handle: 'alice.test' })
  ;({ account, credentials } = await connectAccount(outbound, {
    service: proxy.url,
    directory: pds.plcUrl,
    handle,
    appPassword,
  }))
})

afterAll(async () => {
  await outbound?.close()
  await proxy?.stop()
  await pds?.stop()
})

beforeEach(skipWithoutBlueskyPds)

test.each(['before', 'after', 'midway'] as const)(
  'on the real server an answer cut %s ends in one post',
  async (kind) => {
    const text = `Was it heard? ${kind}`
    const step = await readyToSend(text)
    proxy.cutNext(put, { kind })
    await expect(bluesky.commit(step, ioOf(step))).rejects.toMatchObject({ kind: 'unknown_outcome' })
    const settled = await bluesky.settle(step, ioOf(step))
    if (kind === 'before') {
      expect(settled).toEqual({ outcome: 'repeat' })
      expect(await bluesky.commit(step, ioOf(step))).toMatchObject({ outcome: 'published' })
    } else {
      expect(settled).toMatchObject({ outcome: 'published' })
    }
    expect(await standing(text)).toHaveLength(1)
  },
)

test('the same commit sent eight times at once is one post, and every answer names it', async () => {
  const text = 'All at once'
  const step = await readyToSend(text)
  const answers = await Promise.all(Array.from({ length: 8 }, () => bluesky.commit(step, ioOf(step))))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await standing(text)).toHaveLength(1)
})

test('a record is found again whatever is in it: facets, languages, labels, an answer', async () => {
  const text = 'Hello @alice.test, see https://example.com #tag 👨‍👩‍👧‍👦 \u0000 \ud83d end'
  const parent = await bluesky.commit(...(await withIo('A first post')))
  if (parent.outcome !== 'published') throw new Error('It was not published.')
  const options = { langs: ['en', 'pt-BR'], labels: ['graphic-media'] }
  const step = await readyToSend(text, options, { root: parent, parent })
  proxy.cutNext(put, { kind: 'after' })
  await expect(bluesky.commit(step, ioOf(step))).rejects.toMatchObject({ kind: 'unknown_outcome' })
  expect(await bluesky.settle(step, ioOf(step))).toMatchObject({ outcome: 'published' })
})

test('a post that stands at our key with other words is left alone, and a person is asked', async () => {
  const step = await readyToSend('Mine')
  const body = String(step.commit.body).replace('Mine', 'Not mine')
  const other = { ...step, commit: { ...step.commit, body } }
  await bluesky.commit(other, ioOf(other))
  await expect(bluesky.commit(step, ioOf(step))).rejects.toMatchObject({
    kind: 'unknown_outcome',
    platformCode: 'InvalidSwap',
  })
  expect(await bluesky.settle(step, ioOf(step))).toEqual({ outcome: 'not_found' })
  expect(await standing('Mine')).toEqual([])
  expect(await standing('Not mine')).toHaveLength(1)
})

async function withIo(text: string): Promise<[CommitStep, Io]> {
  const step = await readyToSend(text)
  return [step, ioOf(step)]
}

async function readyToSend(text: string, options = {}, replyTo: Step['replyTo'] = null): Promise<CommitStep> {
  const draft = describeDraft({ text, options })
  const key = randomBytes(16).toString('hex')
  const part = replyTo === null ? 'post' : 'thread'
  const step: Step = {
    key,
    resultId: newId(),
    account,
    part,
    draft,
    dueAt: new Date(),
    artefacts: {},
    replyTo,
  }
  const { artefacts } = await bluesky.prepare(
    step,
    handIo(outbound, credentials)({ commit: null, media: new Map() }),
  )
  const ready = { ...step, artefacts }
  return { ...ready, commit: bluesky.compose(ready), firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
}

function ioOf(step: CommitStep): Io {
  return handIo(outbound, credentials)({ commit: step.commit, media: new Map() })
}

async function standing(text: string) {
  const posts = await readPosts(pds.url, account.externalId)
  return posts.filter(({ record }) => record.text === text)
}
