import { afterEach, expect, test } from 'vitest'
import { asObject } from '../../../lib/json/json.ts'
import type { OutboundRequest } from '../../../lib/safe-fetch/outbound.ts'
import { describeMedia, makePictures } from '../../conformance/pictures.ts'
import type { DraftMedia, Io } from '../../connector.ts'
import { startFakeServer } from '../../kit/fakes/fake-server.ts'
import { limits } from '../check.ts'
import { linkedin } from '../connector.ts'
import { sendBytes } from '../upload.ts'
import { publishing } from './fake.ts'
import { failureOf, readyToSend, send, stepOf } from './steps.ts'
import { answered, type LinkedinHouse, member, openHouse, page } from './world.ts'

let house: LinkedinHouse
afterEach(() => house.close())

const partBytes = 1_000
const film = Buffer.alloc(2_500, 7).map((_, index) => index % 251)
const video: DraftMedia = { ...describeMedia('video', 'video/mp4'), bytes: film.length, durationMs: 5_000 }
const report = Buffer.from('%PDF-1.4 a report of the harbour')
const document: DraftMedia = {
  ...describeMedia('document', 'application/pdf'),
  bytes: report.length,
  width: null,
  height: null,
}
const bytesOf = (medium: DraftMedia, bytes: Uint8Array) => new Map([[medium.id, bytes]])
const content = ({ commit }: { commit: { body: unknown } }) =>
  asObject(JSON.parse(String(commit.body)))?.content

test('a video goes in parts, each to its own address, and ends with the receipts in order', async () => {
  house = await openHouse(page, { partBytes })
  const step = await readyToSend(house, stepOf(house, { media: [video] }), bytesOf(video, film))
  expect(content(step)).toEqual({ media: { id: 'urn:li:video:D1' } })
  expect(JSON.stringify(step.artefacts)).not.toContain('dms-uploads')
  expect(await send(house, step)).toMatchObject({ outcome: 'published' })
  expect(house.fake.posts[0]?.media[0]?.bytes).toEqual(film)
  const parts = house.fake.calls.filter(({ method }) => method === 'PUT')
  expect(parts.map(({ body }) => body.length)).toEqual([1_000, 1_000, 500])
})

test('a part that fails is sent again alone; an upload that has expired begins again', async () => {
  house = await openHouse(page, { partBytes })
  const media = bytesOf(video, film)
  house.fake.inject('PUT /dms-uploads/1-1', answered(400, { code: 'EXPIRED_UPLOAD_URL', message: 'Expired' }))
  const step = await readyToSend(house, stepOf(house, { media: [video] }), media)
  expect(content(step)).toEqual({ media: { id: 'urn:li:video:D2' } })
  const begun = house.fake.calls.filter(({ url }) => url.searchParams.get('action') === 'initializeUpload')
  expect(begun).toHaveLength(2)
})

test('a video whose addresses are lost with a crash begins again', async () => {
  house = await openHouse(page, { partBytes })
  const step = stepOf(house, { media: [video] })
  const io = (secrets = {}) => house.io({ commit: null, media: bytesOf(video, film), secrets })
  const begun = await linkedin.prepare(step, io())
  const forgot = await linkedin.prepare({ ...step, artefacts: begun.artefacts }, io())
  expect(forgot).toMatchObject({ outcome: 'pending', artefacts: { media: [] } })
})

test('a document has the title of the option, else the first line of the text', async () => {
  house = await openHouse(page)
  const media = bytesOf(document, report)
  const titled = stepOf(house, { media: [document], options: { document_title: 'Tides' } })
  const step = await readyToSend(house, titled, media)
  expect(content(step)).toEqual({ media: { id: 'urn:li:document:D1', title: 'Tides' } })
  await send(house, step)
  expect(house.fake.posts[0]?.media[0]?.bytes).toEqual(report)
  const plain = stepOf(house, { text: 'The year\nin numbers', media: [document] })
  expect(content(await readyToSend(house, plain, media))).toMatchObject({ media: { title: 'The year' } })
})

test('a person’s picture is waited for once, because nobody may ask how far it is', async () => {
  house = await openHouse(member)
  const pictures = await makePictures(3, limits(null))
  const draft = { media: pictures.map(({ draft: medium }) => medium) }
  const step = await readyToSend(
    house,
    stepOf(house, draft),
    new Map(pictures.map((one) => [one.draft.id, one.bytes])),
  )
  expect(house.fake.calls.filter(({ name }) => name.startsWith('GET /rest/images/'))).toHaveLength(1)
  expect(step.rounds).toBe(6)
  house.fake.inject(publishing, answered(400, { code: 'MEDIA_ASSET_WAITING_UPLOAD', message: 'Wait' }))
  expect(await failureOf(send(house, step))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 10_000 })
})

test.each([
  ['https://www.linkedin.com/dms-uploads/1-0', true],
  ['https://linkedin.com/dms-uploads/1-0', true],
  ['https://storage.example.org/dms-uploads/1-0', false],
  ['https://evillinkedin.com/dms-uploads/1-0', false],
  ['https://www.linkedin.com.example.org/dms-uploads/1-0', false],
  ['https://www.linkedin.com@example.org/dms-uploads/1-0', false],
])('the token goes to no other host than LinkedIn’s: %s', async (url, isOwn) => {
  house = await openHouse(member)
  const asked: OutboundRequest[] = []
  const io: Io = {
    ...house.io({ commit: null, media: new Map(), secrets: {} }),
    fetch: async (request) => {
      asked.push(request)
      return { status: 201, headers: {}, bytes: Buffer.alloc(0), text: '', json: null }
    },
  }
  await sendBytes(url, { bytes: report, size: report.length, mimeType: 'application/pdf' }, 'a token', io)
  expect(asked.map((request) => [request.url, request.headers.authorization])).toEqual([
    [url, isOwn ? 'Bearer a token' : undefined],
  ])
})

test('uploads go to https alone', async () => {
  house = await openHouse(member)
  const [picture] = await makePictures(1, limits(null))
  if (!picture) throw new Error('There is no picture.')
  for (const uploadUrl of ['http://www.linkedin.com/dms-uploads/1-0', 'file:///etc/passwd', 'nowhere']) {
    house.fake.inject('POST /rest/images', answered(200, { value: { image: 'urn:li:image:D1', uploadUrl } }))
    const step = stepOf(house, { media: [picture.draft] })
    const failure = await failureOf(readyToSend(house, step, bytesOf(picture.draft, picture.bytes)))
    expect(failure.kind).toBe('unavailable')
  }
  expect(house.fake.calls.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('a link shows the card of its page, with its picture; a page that cannot be read costs only the card', async () => {
  house = await openHouse(page)
  const [picture] = await makePictures(1, limits(null))
  const head =
    '<head><title>Tides</title><meta property="og:description" content="High water"><meta property="og:image" content="/tide.jpg"></head>'
  const site = await startFakeServer({
    routes: {
      'GET /tides': () => ({
        status: 200,
        json: null,
        bytes: { bytes: Buffer.from(head), mimeType: 'text/html' },
      }),
      'GET /tide.jpg': () => ({
        status: 200,
        json: null,
        bytes: { bytes: picture?.bytes ?? Buffer.alloc(0), mimeType: 'image/jpeg' },
      }),
    },
    internalError: null,
  })
  const source = `${site.url}/tides`
  const step = await readyToSend(house, stepOf(house, { text: `See ${source}` }))
  expect(content(step)).toEqual({
    article: { source, title: 'Tides', description: 'High water', thumbnail: 'urn:li:image:D1' },
  })
  expect(await send(house, step)).toMatchObject({ outcome: 'published' })
  const gone = await readyToSend(house, stepOf(house, { text: `See ${site.url}/gone` }))
  expect(content(gone)).toBeUndefined()
  await site.close()
})

test('visibility is the option’s, and everyone without one', async () => {
  house = await openHouse(member)
  const visibilityOf = async (options: Record<string, string>) =>
    asObject(JSON.parse(String((await readyToSend(house, stepOf(house, { options }))).commit.body)))
      ?.visibility
  expect(await visibilityOf({ visibility: 'logged_in' })).toBe('LOGGED_IN')
  expect(await visibilityOf({})).toBe('PUBLIC')
})
