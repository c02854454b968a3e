import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plainPicture } from '../plain-pictures.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { uploadFile } from './upload-file.ts'

const ours = 'https://crier.example.edu'
let front: Server
let room: Newsroom
let isReachable = true
const fetched: string[] = []

// Stands before the house for the rest of the world.
beforeAll(async () => {
  front = createServer((request, response) => {
    fetched.push(request.url ?? '')
    if (isReachable) void passOn(request.url ?? '', response)
    else response.destroy()
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo
  room = await openNewsroom({
    config: { publicUrl: ours },
    standIns: { 'crier.example.edu': `http://127.0.0.1:${port}` },
  })
})
afterAll(async () => {
  await room?.stop()
  front?.close()
})

async function passOn(path: string, response: ServerResponse): Promise<void> {
  const answer = await fetch(room.url + path)
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  response.end(Buffer.from(await answer.arrayBuffer()))
}

async function upload(house: Newsroom): Promise<string> {
  const request: Newsroom['request'] = (method, path, send) =>
    house.request(method, path.replace(ours, ''), send)
  return uploadFile({ request }, 'a.png', await plainPicture(64, 48, '#0f5e63'), 'image/png')
}

const outcomes = ['posted', 'failed', 'needs_review', 'held'] as const

it('a network that fetches media shows what it fetched from this server', async () => {
  const account = await room.account('Fetcher', { behavior: 'fetches_media', network_class: 'two_phase' })
  const media = [await upload(room), await upload(room)]
  const { id } = await room.post({ caption: 'Come and get it', media, social_accounts: [account] })
  expect(await room.settled(id, outcomes)).toBe('posted')
  expect((await room.truth(account)).posts).toEqual(['Come and get it'])
  const shown = await room.db.row<{ count: number }>(room.sql`
    select count(*)::int as count from sandbox_media
    where profile_id = (select external_id::uuid from social_accounts where id = ${account})`)
  expect(shown?.count).toBe(2)
  expect(fetched).toHaveLength(2)
})

it('a server that cannot be reached for a while is asked again, and the post goes out once', async () => {
  isReachable = false
  const account = await room.account('Patient fetcher', { behavior: 'fetches_media' })
  const media = [await upload(room)]
  const before = fetched.length
  const { id } = await room.post({ caption: 'Later', media, social_accounts: [account] })
  await expect.poll(() => fetched.length).toBeGreaterThan(before)
  await expect.poll(async () => (await room.results(id))[0]?.error?.message).toContain('could not be fetched')
  isReachable = true
  expect(await room.settled(id, outcomes)).toBe('posted')
  expect((await room.truth(account)).posts).toEqual(['Later'])
})

it('a server that only this machine can reach fails in words that name its address', async () => {
  const own = await openNewsroom()
  const account = await own.account('Far away', { behavior: 'fetches_media' })
  const { id } = await own.post({
    caption: 'Nobody comes',
    media: [await upload(own)],
    social_accounts: [account],
  })
  expect(await own.settled(id, outcomes)).toBe('failed')
  const [result] = await own.results(id)
  expect(result?.error?.message).toContain(`PUBLIC_URL is ${own.context.config.publicUrl}`)
  await own.stop()
})
