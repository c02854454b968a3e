import { randomBytes } from 'node:crypto'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { requirePostable, requireThread } from './fake-chat.ts'
import {
  bot,
  type FakeFile,
  type FakeWorld,
  formOf,
  jsonOf,
  newTs,
  ok,
  queryOf,
  refuse,
  requireAccess,
  team,
  textIn,
} from './fake-world.ts'

/** Gives an address to upload to, which is good once. */
export function giveUploadUrl(world: FakeWorld, call: FakeCall): FakeAnswer {
  requireAccess(world, call, 'files:write')
  const given = formOf(call, ['filename', 'length', 'alt_txt'])
  const name = textIn(given, 'filename')
  const length = Number(textIn(given, 'length'))
  if (name === '' || !Number.isInteger(length) || length <= 0) throw refuse('missing_argument')
  const altText = textIn(given, 'alt_txt')
  if ([...altText].length > 1_000) throw refuse('alt_txt_too_large')
  if (length > 1_073_741_824) throw refuse('file_upload_size_restricted')
  const ticket = randomBytes(24).toString('base64url')
  fakeSecrets.note(ticket)
  const id = `F${String(world.files.length).padStart(8, '0')}`
  world.files.push({
    id,
    name,
    altText,
    length,
    ticket,
    bytes: null,
    isCompleted: false,
    isDeleted: false,
  })
  return ok({ upload_url: `https://files.slack.com/upload/v1/${ticket}`, file_id: id })
}

/** Takes a file, by the address alone. It must have as many bytes as were announced. */
export function takeFile(world: FakeWorld, { method, url, body, headers }: FakeCall): FakeAnswer {
  const ticket = url.pathname.slice('/upload/v1/'.length)
  const file = world.files.find((one) => one.ticket === ticket)
  const isBare = headers.authorization === undefined
  if (method !== 'POST' || !isBare || !file || file.bytes !== null || body.length !== file.length)
    return { status: 400, json: null }
  file.bytes = body
  return {
    status: 200,
    json: null,
    bytes: { bytes: Buffer.from(`OK - ${body.length}`), mimeType: 'text/plain' },
  }
}

/** Shares files in one message, which shows up a moment later and is not named in the answer. */
export function completeUpload(world: FakeWorld, call: FakeCall): FakeAnswer {
  requireAccess(world, call, 'files:write')
  const given = jsonOf(call, ['files', 'channel_id', 'initial_comment', 'thread_ts'])
  if (!isArray(given.files) || given.files.length === 0) throw refuse('invalid_arguments')
  const files = given.files.map((one) => findUploaded(world, one))
  if (new Set(files).size < files.length) throw refuse('invalid_arguments')
  const channelId = textIn(given, 'channel_id')
  // Without a channel the files would be there for nobody.
  if (channelId === '') throw refuse('invalid_channel')
  const channel = requirePostable(world, channelId)
  const threadTs = textIn(given, 'thread_ts') || null
  if (threadTs !== null) requireThread(world, channel.id, threadTs)
  for (const file of files) file.isCompleted = true
  const share = () =>
    world.messages.push({
      ts: newTs(),
      channelId: channel.id,
      user: bot.userId,
      text: textIn(given, 'initial_comment'),
      threadTs,
      isBroadcast: false,
      metadata: null,
      files: files.map(({ id }) => id),
      made: given,
      reactions: [],
    })
  // Slack says that it has shared a file with an alt text that is no picture, and shows it nowhere.
  if (files.some(({ name, altText }) => altText !== '' && !/\.(?:jpe?g|png|gif|webp)$/.test(name)))
    return ok({ files: [] })
  if (world.shareMs === 0) share()
  else setTimeout(share, world.shareMs).unref()
  return ok({ files: files.map(({ id, name }): Json => ({ id, title: name })) })
}

function findUploaded(world: FakeWorld, json: Json): FakeFile {
  const asked = asObject(json)
  if (!asked || Object.keys(asked).some((name) => !['id', 'title'].includes(name)))
    throw refuse('invalid_arguments')
  const file = world.files.find((one) => one.id === textOf(asked.id))
  if (!file || file.bytes === null || file.isCompleted) throw refuse('file_not_found')
  return file
}

export function readFile(world: FakeWorld, call: FakeCall): FakeAnswer {
  requireAccess(world, call, 'files:read')
  const file = findFile(world, textIn(queryOf(call, ['file']), 'file'))
  return ok({ file: describe(world, file), comments: [], response_metadata: { next_cursor: '' } })
}

export function deleteFile(world: FakeWorld, call: FakeCall): FakeAnswer {
  requireAccess(world, call, 'files:write')
  findFile(world, textIn(jsonOf(call, ['file']), 'file')).isDeleted = true
  return ok({})
}

function findFile(world: FakeWorld, id: string): FakeFile {
  const file = world.files.find((one) => one.id === id)
  if (!file) throw refuse('file_not_found')
  if (file.isDeleted) throw refuse('file_deleted')
  return file
}

/** A file with the messages that show it. Source: docs.slack.dev/reference/objects/file-object. */
function describe(world: FakeWorld, file: FakeFile): JsonObject {
  const shares: Record<'public' | 'private', Record<string, JsonObject[]>> = { public: {}, private: {} }
  for (const message of world.messages.filter((one) => one.files.includes(file.id))) {
    const channel = world.channels.find(({ id }) => id === message.channelId)
    if (!channel) continue
    const inKind = shares[channel.isPrivate ? 'private' : 'public']
    inKind[channel.id] = [
      // The newest comes first here, for its order is not documented.
      {
        ts: message.ts,
        channel_name: channel.name,
        team_id: team.id,
        share_user_id: message.user,
        ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
      },
      ...(inKind[channel.id] ?? []),
    ]
  }
  const isShared = Object.keys(shares.public).length + Object.keys(shares.private).length > 0
  return {
    id: file.id,
    created: Math.floor(Date.now() / 1_000),
    timestamp: Math.floor(Date.now() / 1_000),
    name: file.name,
    title: file.name,
    user: bot.userId,
    size: file.length,
    mode: 'hosted',
    is_public: Object.keys(shares.public).length > 0,
    ...(file.altText === '' ? {} : { alt_txt: file.altText }),
    channels: Object.keys(shares.public),
    groups: Object.keys(shares.private),
    ims: [],
    ...(isShared ? { shares: JSON.parse(JSON.stringify(shares)) as JsonObject } : { shares: {} }),
  }
}
