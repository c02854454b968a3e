import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outbound } from '../../lib/safe-fetch/outbound.ts'
import { localOutbound } from '../conformance/local-network.ts'
import { type FormPart, makeMultipart } from './multipart.ts'

let outbound: Outbound
const received: { headers: Record<string, unknown>; form: FormData }[] = []
// The runtime's own parser reads what arrived.
const server = createServer(async (request, response) => {
  const body = await buffer(request)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(body, { headers }).formData()
  received.push({ headers: { ...request.headers, bytes: body.length }, form })
  response.end()
})
beforeAll(async () => {
  outbound = localOutbound()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  await outbound.close()
  server.close()
})

async function send(parts: readonly FormPart[]) {
  const { port } = server.address() as AddressInfo
  const limits = { timeoutMs: 5_000, maxBytes: 1_000, signal: new AbortController().signal }
  const request = { method: 'POST', url: `http://127.0.0.1:${port}/`, ...makeMultipart(parts) } as const
  const { status } = await outbound.fetch(request, limits)
  const arrived = received.pop()
  if (status !== 200 || !arrived) throw new Error(`The form was answered ${status}.`)
  return arrived
}

async function fileIn(form: FormData, name: string) {
  const file = form.get(name)
  if (!(file instanceof File)) throw new Error(`${name} is no file.`)
  return { fileName: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) }
}

const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251))

test('texts and files arrive as they were', async () => {
  const { form } = await send([
    { name: 'description', value: 'Grüße\r\n"quoted" \ud83d' },
    { name: 'file', fileName: 'a "b"\n.png', mimeType: 'image/png', bytes },
  ])
  expect(form.get('description')).toBe('Grüße\r\n"quoted" \ufffd')
  const file = await fileIn(form, 'file')
  expect({ ...file, bytes: file.bytes.equals(bytes) }).toEqual({
    fileName: 'a "b"\n.png',
    type: 'image/png',
    bytes: true,
  })
})

test('a file is streamed, with the length of the whole form said', async () => {
  const stream = ReadableStream.from([bytes.subarray(0, 3), bytes.subarray(3)])
  const { form, headers } = await send([
    { name: 'file', fileName: 'a.mp4', mimeType: 'video/mp4', bytes: { stream, length: bytes.length } },
    { name: 'focus', value: '0,1' },
  ])
  expect(headers['content-length']).toBe(String(headers.bytes))
  expect(headers['transfer-encoding']).toBeUndefined()
  expect((await fileIn(form, 'file')).bytes.equals(bytes)).toBe(true)
  expect(form.get('focus')).toBe('0,1')
})
