import { createHash } from 'node:crypto'
import { asObject, isArray, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { showFile } from './fake-drive.ts'
import {
  type Asked,
  authorize,
  type FakeNote,
  type FakePerson,
  type FakeWorld,
  invalidParam,
  isCount,
  isFlag,
  isId,
  isText,
  lengthOf,
  nextId,
  refuse,
  validate,
} from './fake-world.ts'

const visibilities = ['public', 'home', 'followers', 'specified']

/** The endpoint `notes/create`. */
export function createNote(asked: Asked): JsonObject {
  const { world, params } = asked
  const person = authorize(asked, 'write:notes', false)
  validate(asked, {
    visibility: (value) => visibilities.includes(String(value)),
    cw: isText,
    localOnly: isFlag,
    replyId: isId,
    channelId: isId,
    text: isText,
    fileIds: (value) => isIdList(value, 1, 16),
    poll: (value) => isPoll(value, world),
  })
  checkWords(world, params)
  const repeated = findRepetition(world, person, params)
  if (repeated) return { createdNote: showNote(world, repeated) }
  checkReferences(world, person, params)
  const note = keepNote(world, person, params)
  remember(world, person, params, note)
  return { createdNote: showNote(world, note) }
}

function isIdList(value: unknown, least: number, most: number): boolean {
  return (
    isArray(value as Json) &&
    (value as string[]).every(isId) &&
    new Set(value as string[]).size === (value as string[]).length &&
    (value as string[]).length >= least &&
    (value as string[]).length <= most
  )
}

function isPoll(value: unknown, { variant }: FakeWorld): boolean {
  const poll = asObject(value as Json)
  if (!poll || !isArray(poll.choices)) return false
  const { choices, multiple, expiredAfter } = poll
  const texts = choices.filter((choice) => typeof choice === 'string')
  return (
    texts.length === choices.length &&
    new Set(texts).size === texts.length &&
    texts.length >= 2 &&
    texts.length <= 10 &&
    texts.every((choice) => choice !== '' && lengthOf(choice, variant) <= variant.maxPollOption) &&
    (multiple === undefined || isFlag(multiple)) &&
    (expiredAfter === undefined || (isCount(expiredAfter) && Number(expiredAfter) >= 1))
  )
}

function checkWords(world: FakeWorld, { text, cw, fileIds, poll }: JsonObject): void {
  const { variant } = world
  const tooLong = (field: string, code: string) =>
    variant.software === 'sharkey' ? refuse(world, code, 'It is too long.') : invalidParam(world, field)
  if (typeof text === 'string' && lengthOf(text, variant) > variant.maxText)
    throw tooLong('text', 'MAX_LENGTH')
  if (typeof cw === 'string' && lengthOf(cw, variant) > variant.maxWarning)
    throw tooLong('cw', 'MAX_CW_LENGTH')
  if (text === '' || cw === '') throw invalidParam(world, 'text')
  const hasMore = fileIds !== undefined || poll !== undefined
  if (!hasMore && !/\S/.test(typeof text === 'string' ? text : '')) throw invalidParam(world, 'text')
  // PostgreSQL holds no such character.
  if (`${text}${cw}`.includes('\0'))
    throw refuse(world, 'INTERNAL_ERROR', 'Internal error occurred.', { kind: 'server' })
}

function checkReferences(world: FakeWorld, person: FakePerson, params: JsonObject): void {
  const ids = isArray(params.fileIds) ? params.fileIds.map(String) : []
  const own = world.files.filter(({ id, userId }) => ids.includes(id) && userId === person.id)
  if (own.length < ids.length) throw refuse(world, 'NO_SUCH_FILE', 'Some files are not found.')
  if (params.replyId !== undefined && !world.notes.some(({ id }) => id === params.replyId))
    throw refuse(world, 'NO_SUCH_REPLY_TARGET', 'No such reply target.')
  if (params.channelId !== undefined && !world.channels.some(({ id }) => id === params.channelId))
    throw refuse(world, 'NO_SUCH_CHANNEL', 'No such channel.')
  if (/forbidden-word/.test(String(params.text ?? '')))
    throw refuse(world, 'CONTAINS_PROHIBITED_WORDS', 'Cannot post because it contains prohibited words.')
}

/** Keeps a post as NoteCreateService does: in a channel it is public and stays here, and so does an answer to such a post. */
export function keepNote(
  world: FakeWorld,
  person: FakePerson,
  params: JsonObject,
  at = new Date(),
): FakeNote {
  const replied = world.notes.find(({ id }) => id === params.replyId)
  const channelId = replied ? replied.channelId : textOr(params.channelId, null)
  const asked = channelId === null ? textOr(params.visibility, 'public') : 'public'
  const isNarrowed = asked === 'public' && channelId === null && person.isSilenced
  const poll = asObject(params.poll)
  const expiredAfter = poll?.expiredAfter
  const note: FakeNote = {
    id: nextId(at.getTime()),
    userId: person.id,
    madeAt: at,
    text: textOr(params.text, '').trim() || null,
    cw: textOr(params.cw, null),
    visibility: isNarrowed ? 'home' : asked,
    localOnly: channelId !== null || params.localOnly === true,
    fileIds: isArray(params.fileIds) ? params.fileIds.map(String) : [],
    replyId: textOr(params.replyId, null),
    renoteId: textOr(params.renoteId, null),
    channelId,
    poll: poll && {
      choices: isArray(poll.choices) ? poll.choices.map(String) : [],
      multiple: poll.multiple === true,
      expiresAt: typeof expiredAfter === 'number' ? new Date(at.getTime() + expiredAfter) : null,
    },
    reactions: {},
    renotes: 0,
  }
  world.notes.push(note)
  return note
}

function textOr<Other>(value: Json | undefined, other: Other): string | Other {
  return typeof value === 'string' ? value : other
}

function findRepetition(world: FakeWorld, person: FakePerson, params: JsonObject): FakeNote | null {
  if (!world.variant.knowsRepetitions) return null
  const known = world.repetitions.get(hashOf(person, params))
  if (!known || known.until < Date.now()) return null
  if (known.noteId === null)
    throw refuse(world, 'PROCESSING', 'We are processing your request. Please wait a moment.', {
      status: 202,
    })
  return world.notes.find(({ id }) => id === known.noteId) ?? null
}

function remember(world: FakeWorld, person: FakePerson, params: JsonObject, { id }: FakeNote): void {
  world.repetitions.set(hashOf(person, params), { noteId: id, until: Date.now() + 60_000 })
}

function hashOf({ id }: FakePerson, { i: _token, ...params }: JsonObject): string {
  return createHash('sha256').update(id).update(JSON.stringify(params)).digest('base64')
}

/** The endpoint `users/notes`. A list after a certain post is the database's, oldest first; any other may come from a cache. */
export function listNotes(asked: Asked): Json {
  const { world, params } = asked
  validate(
    asked,
    {
      userId: isId,
      limit: (value) => isCount(value) && Number(value) >= 1 && Number(value) <= 100,
      sinceId: isId,
      withReplies: isFlag,
      includeReplies: isFlag,
      withRenotes: isFlag,
      includeMyRenotes: isFlag,
      withChannelNotes: isFlag,
    },
    ['userId'],
  )
  if (!world.people.some(({ id }) => id === params.userId))
    throw refuse(world, 'NO_SUCH_USER', 'No such user.')
  const { listsLess, cacheLagMs } = world.variant
  const { userId, sinceId, limit = 10 } = params
  const isOwn = asked.token?.person.id === userId
  const found = world.notes
    .filter((note) => note.userId === userId)
    .filter((note) => isOwn || note.visibility === 'public' || note.visibility === 'home')
    .filter((note) => !listsLess || note.replyId === null || params.withReplies === true)
    .filter((note) => !listsLess || note.channelId === null || params.withChannelNotes === true)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  if (sinceId !== undefined)
    return shown(
      world,
      found.filter(({ id }) => id > String(sinceId)),
      limit,
    )
  const cached = found.filter(({ madeAt }) => Date.now() - madeAt.getTime() >= cacheLagMs)
  // The database is asked where the cache has nothing.
  return shown(world, (cached.length > 0 ? cached : found).toReversed(), limit)
}

function shown(world: FakeWorld, notes: readonly FakeNote[], limit: Json): Json {
  return notes.slice(0, Number(limit)).map((note) => showNote(world, note))
}

export function readNote(asked: Asked): JsonObject {
  validate(asked, { noteId: isId }, ['noteId'])
  return showNote(asked.world, noteOf(asked))
}

/** The endpoint `notes/delete`, which takes one call a second. */
export function deleteNote(asked: Asked): null {
  const { world } = asked
  const person = authorize(asked, 'write:notes')
  validate(asked, { noteId: isId }, ['noteId'])
  const note = noteOf(asked)
  if (note.userId !== person.id) throw refuse(world, 'ACCESS_DENIED', 'Access denied.')
  world.notes.splice(world.notes.indexOf(note), 1)
  return null
}

function noteOf({ world, params }: Asked): FakeNote {
  const note = world.notes.find(({ id }) => id === params.noteId)
  if (!note) throw refuse(world, 'NO_SUCH_NOTE', 'No such note.')
  return note
}

function showNote(world: FakeWorld, note: FakeNote): JsonObject {
  const { madeAt, renotes, poll, fileIds, ...shown } = note
  const person = world.people.find(({ id }) => id === note.userId)
  const files = fileIds.flatMap((id) => world.files.find((file) => file.id === id) ?? [])
  return {
    ...shown,
    createdAt: madeAt.toISOString(),
    user: { id: note.userId, username: person?.username ?? '', host: null },
    fileIds,
    files: files.map(showFile),
    repliesCount: world.notes.filter(({ replyId }) => replyId === note.id).length,
    renoteCount: renotes,
    ...(poll
      ? {
          poll: {
            multiple: poll.multiple,
            expiresAt: poll.expiresAt?.toISOString() ?? null,
            choices: poll.choices.map((text) => ({ text, votes: 0, isVoted: false })),
          },
        }
      : {}),
  }
}
