import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepFile } from './fake-drive.ts'
import { personNamed, variants } from './fake-world.ts'
import { begin, failureOf, layOut, makeFile, pictures } from './steps.ts'
import { answered, type MisskeyHouse, openHouse, refused } from './world.ts'

const upload = 'POST /api/drive/files/create'

let house: MisskeyHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const uploads = () => house.fake.calls.filter(({ name }) => name === upload).length
const bodyOf = ({ commit }: Awaited<ReturnType<typeof layOut>>['step']) => JSON.parse(String(commit.body))

describe('a file', () => {
  test('goes into the drive with its alt text and its flag, under a name of its post', async () => {
    const { files } = house.fake.world
    const film = makeFile('video', Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2mp41 a film'))
    const gif = makeFile('gif', Buffer.from('GIF89a a moving picture'))
    const [picture] = await pictures(house, 1)
    const shown = [film, gif, ...(picture ? [picture] : [])]
    const before = files.length
    const { step } = await layOut(house, { media: shown, options: { sensitive: true } })
    const made = files.slice(before)
    expect(made.map(({ type, name, isSensitive }) => [type, name, isSensitive])).toEqual([
      ['video/mp4', expect.stringMatching(`^crier-${step.key}-0-[0-9a-f]{8}\\.mp4$`), true],
      ['image/gif', expect.stringMatching(`^crier-${step.key}-1-[0-9a-f]{8}\\.gif$`), true],
      [expect.stringMatching(/^image\//), expect.stringContaining(`crier-${step.key}-2-`), true],
    ])
    expect(made.map(({ comment }) => comment ?? '')).toEqual(shown.map(({ draft }) => draft.altText))
    expect(bodyOf(step).fileIds).toEqual(made.map(({ id }) => id))
  })

  test('that the drive has already is left to the posts that show it, and a copy is made', async () => {
    const { world } = house.fake
    const gif = makeFile('gif', Buffer.from('GIF89a the same in two posts'))
    const bytes = Buffer.from(gif.bytes)
    const more = { name: 'holiday.gif', comment: 'Old words', isSensitive: false, bytes }
    const standing = keepFile(world, personNamed(world), more)
    const { step } = await layOut(house, {
      media: [{ ...gif, draft: { ...gif.draft, altText: 'New words' } }],
    })
    const copies = world.files.filter(({ md5 }) => md5 === standing.md5)
    expect(copies.map(({ comment }) => comment)).toEqual(['Old words', 'New words'])
    expect(bodyOf(step).fileIds).toEqual([copies[1]?.id])
    expect(standing).toMatchObject({ name: 'holiday.gif', comment: 'Old words', isSensitive: false })
  })

  test('is there once although the answer to its upload was lost', async () => {
    const { world } = house.fake
    const gif = makeFile('gif', Buffer.from('GIF89a was it heard'))
    const bench = begin(house, { media: [gif] })
    house.fake.inject(upload, { kind: 'lose_answer' })
    expect((await failureOf(bench.prepareOnce())).kind).toBe('unavailable')
    const { artefacts } = await bench.prepare()
    expect(world.files.filter(({ bytes }) => bytes.equals(gif.bytes))).toHaveLength(1)
    expect(artefacts).toMatchObject({ media: [{ media_id: gif.draft.id }] })
  })

  test('that is there twice in a post, or of which other words are said before it is sent, is another one', async () => {
    const { files } = house.fake.world
    const gif = makeFile('gif', Buffer.from('GIF89a said anew'))
    const saying = (altText: string) => ({ ...gif, draft: { ...gif.draft, altText } })
    const { step } = await layOut(house, { media: [saying('Old words'), saying('Old words')] })
    const [first, second] = bodyOf(step).fileIds
    expect(first).not.toBe(second)
    const anew = await layOut(house, { media: [saying('New words')], key: step.key })
    const [id] = bodyOf(anew.step).fileIds
    expect(files.find((file) => file.id === id)).toMatchObject({ comment: 'New words' })
    const hidden = { media: [saying('New words')], key: step.key, options: { sensitive: true } }
    const [hiddenId] = bodyOf((await layOut(house, hidden)).step).fileIds
    expect(files.find((file) => file.id === hiddenId)).toMatchObject({ isSensitive: true })
  })

  test('is uploaded once for all calls of prepare, and anew after a day', async () => {
    const media = [makeFile('gif', Buffer.from('GIF89a once'))]
    const bench = begin(house, { media })
    const { artefacts } = await bench.prepare()
    const before = uploads()
    await bench.prepare()
    expect(uploads()).toBe(before)
    const late = begin(house, { media, key: bench.step.key })
    const tomorrow = { ...late.io(), now: () => new Date(Date.now() + 25 * 3_600_000) }
    await house.connector.prepare({ ...late.step, artefacts }, tomorrow)
    // The drive has it still, and answers the file of before.
    expect(uploads()).toBe(before + 1)
  })

  test('is made smaller where less is taken than the server says', async () => {
    const [picture] = await pictures(house, 1)
    const laid = { media: picture ? [picture] : [] }
    house.fake.inject(upload, answered(413, '<h1>Too large</h1>'))
    const before = uploads()
    await layOut(house, laid)
    expect(uploads()).toBeGreaterThan(before + 1)
  })

  test.each([
    ['invalid', answered(413, '<h1>Too large</h1>')],
    ['invalid', refused(413, 'MAX_FILE_SIZE_EXCEEDED')],
    ['invalid', refused(400, 'UNALLOWED_FILE_TYPE')],
    ['invalid', refused(400, 'INAPPROPRIATE')],
    ['invalid', refused(400, 'INVALID_FILE_NAME')],
    ['forbidden', refused(400, 'NO_FREE_SPACE')],
    ['forbidden', refused(403, 'ROLE_PERMISSION_DENIED')],
    ['unauthorized', refused(403, 'PERMISSION_DENIED')],
    ['rate_limited', refused(429, 'RATE_LIMIT_EXCEEDED')],
    ['unavailable', refused(400, 'FAILED_TO_CREATE_DRIVE_FILE')],
    ['unavailable', refused(500, 'INTERNAL_ERROR')],
    ['unavailable', answered(200, {})],
    ['unavailable', answered(200, 'a page')],
  ])('that is refused is %s: %o', async (kind, answer) => {
    const bench = begin(house, { media: [makeFile('gif', Buffer.from(`GIF89a ${answer.body}`))] })
    house.fake.inject(upload, answer)
    // The copy of a file without a name is asked for too.
    house.fake.inject(upload, answer)
    const failure = await failureOf(bench.prepareOnce())
    expect(failure.kind).toBe(kind)
    // An answer that nobody asked for is not left for another test.
    await begin(house, { media: [makeFile('gif', Buffer.from('GIF89a rest'))] })
      .prepareOnce()
      .catch(() => null)
  })

  test('finds no room in a full drive', async () => {
    const { world } = house.fake
    world.variant = { ...variants.misskey, policies: { ...variants.misskey.policies, driveCapacityMb: 0 } }
    const bench = begin(house, { media: [makeFile('gif', Buffer.from('GIF89a one too many'))] })
    const failure = await failureOf(bench.prepareOnce())
    expect(failure.message).toBe(
      'The drive of this account is full. Delete files there, or ask for more space.',
    )
    world.variant = variants.misskey
  })
})

test('a list of posts that is none holds the post back', async () => {
  for (const answer of [
    answered(200, {}),
    answered(200, [{}]),
    answered(200, [{ id: 7 }]),
    answered(502, ''),
  ]) {
    house.fake.inject('POST /api/users/notes', answer)
    expect((await failureOf(begin(house).prepareOnce())).kind).toBe('unavailable')
  }
})
