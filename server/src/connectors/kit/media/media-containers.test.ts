import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { describeDraft, makePictures, type Picture } from '../../conformance/pictures.ts'
import { type DraftMedia, Failure, type Io, type Limits, type Step } from '../../connector.ts'
import type { ContainerState } from './container.ts'
import {
  type HostedMedium,
  type MediaContainerNetwork,
  type PostContent,
  prepareContainers,
  readContainers,
} from './media-containers.ts'
import { unlimited, upTo } from './media-limits.ts'

const hour = 3_600_000
const limits: Limits = {
  text: { max: 500, unit: 'codepoint', also: [], linkCost: null, rules: null },
  media: {
    required: false,
    kinds: [{ ...unlimited, kind: 'image', types: ['image/jpeg'] }],
    sets: [upTo(9, 'image')],
    altTextMax: 100,
  },
  placements: null,
  threadMax: 1,
  rates: [],
}

let outbound: Outbound
let pictures: Picture[]
/** The containers of the network, by their place: their content and state. */
let containers: { content: PostContent | HostedMedium; state: ContainerState['state'] }[]
let time: number
beforeAll(async () => {
  outbound = localOutbound()
  pictures = await makePictures(3, limits)
})
afterAll(() => outbound.close())
beforeEach(() => {
  containers = []
  time = Date.parse('2026-05-06T09:00:00Z')
})

const create = async (content: PostContent | HostedMedium) => {
  containers.push({ content, state: 'in_progress' })
  return String(containers.length - 1)
}
const network: MediaContainerNetwork = {
  limits,
  createPost: create,
  createItem: create,
  read: async (id) => stateOf(containers[Number(id)]?.state ?? 'gone'),
  freshForMs: 23 * hour,
  patienceMs: hour,
  mostFailed: 2,
}

function stateOf(state: ContainerState['state']): ContainerState {
  switch (state) {
    case 'in_progress':
      return { state, againInMs: 500 }
    case 'published':
      return { state, post: null }
    case 'error':
      return { state, failure: new Failure('invalid', 'It broke.'), isLasting: false }
    default:
      return { state }
  }
}

function begin(media: readonly DraftMedia[], change: Partial<Io['media']> = {}) {
  const bytes = new Map(pictures.map((picture) => [picture.draft.id, picture.bytes]))
  const plain = handIo(outbound, {})({ commit: null, media: bytes })
  const io = { ...plain, now: () => new Date(time), media: { ...plain.media, ...change } }
  let step: Step = {
    key: '0'.repeat(32),
    resultId: 'a-result',
    account: { id: 'a', externalId: '1', username: 'a', settings: {} },
    part: 'post',
    draft: describeDraft({ text: 'Hello', media }),
    dueAt: new Date(),
    artefacts: {},
    replyTo: null,
  }
  return async () => {
    const prepared = await prepareContainers(step, io, network)
    step = { ...step, artefacts: prepared.artefacts }
    return prepared
  }
}

const media = (count: number) => pictures.slice(0, count).map(({ draft }) => draft)
const finish = (...places: number[]) => {
  for (const place of places) Object.assign(containers[place] ?? {}, { state: 'finished' })
}

test('a text has one container, which is stored before it is read', async () => {
  const next = begin([])
  expect(await next()).toMatchObject({ outcome: 'pending', againInMs: 0 })
  expect(await next()).toMatchObject({ outcome: 'pending', againInMs: 500 })
  finish(0)
  const ready = await next()
  expect(ready.outcome).toBe('ready')
  expect(readContainers(ready.artefacts).post?.id).toBe('0')
  expect(containers.map(({ content }) => content)).toEqual([{ shows: 'text' }])
})

test('a medium has the container of its post, which is given another address when it is made anew', async () => {
  const next = begin(media(1))
  const first = await next()
  Object.assign(containers[0] ?? {}, { state: 'error' })
  await next()
  const urls = containers.map(({ content }) =>
    'shows' in content && content.shows === 'medium' ? content.hosted.url : '',
  )
  expect(new Set(urls).size).toBe(2)
  for (const url of urls) expect(JSON.stringify(first)).not.toContain(url)
})

test('several media have a container each, in their order, and their post is made when all are finished', async () => {
  const next = begin(media(3))
  for (const count of [1, 2, 3]) {
    expect(await next()).toMatchObject({ outcome: 'pending', againInMs: 0 })
    expect(containers).toHaveLength(count)
  }
  finish(0, 1)
  expect(await next()).toMatchObject({ outcome: 'pending', againInMs: 500 })
  expect(containers).toHaveLength(3)
  finish(2)
  await next()
  expect(containers[3]?.content).toEqual({ shows: 'carousel', itemIds: ['0', '1', '2'] })
  const shown = containers.map(({ content }) => ('medium' in content ? content.medium.altText : ''))
  expect(shown.slice(0, 3)).toEqual(media(3).map(({ altText }) => altText))
  finish(3)
  expect((await next()).outcome).toBe('ready')
  expect(containers).toHaveLength(4)
})

test('one medium of several that failed is made anew, and their post waits for it', async () => {
  const next = begin(media(2))
  await next()
  await next()
  finish(0)
  Object.assign(containers[1] ?? {}, { state: 'error' })
  await next()
  finish(2)
  await next()
  expect(containers[3]?.content).toEqual({ shows: 'carousel', itemIds: ['0', '2'] })
})

test('containers that may be gone are all made anew', async () => {
  const next = begin(media(2))
  await next()
  time += 2 * hour
  await next()
  finish(0, 1)
  await next()
  time += 21 * hour
  await next()
  expect(containers).toHaveLength(4)
  expect(containers[3]?.content).not.toHaveProperty('shows')
})

test('a medium that is still made to fit has no container', async () => {
  const [picture] = media(1)
  const wide = picture ? [{ ...picture, mimeType: 'image/webp' }] : []
  const rendition: Io['media']['rendition'] = async () => ({
    state: 'pending',
    againInMs: 700,
    progress: null,
  })
  expect(await begin(wide, { rendition })()).toMatchObject({ outcome: 'pending', againInMs: 700 })
  expect(containers).toEqual([])
})
