import { afterAll, beforeAll, expect, test } from 'vitest'
import { localOutbound } from '../../src/connectors/conformance/local-network.ts'
import {
  type FakeCall,
  type FakeServer,
  startFakeServer,
} from '../../src/connectors/kit/fakes/fake-server.ts'
import { type FormPart, makeMultipart } from '../../src/lib/safe-fetch/multipart.ts'
import type { Outbound } from '../../src/lib/safe-fetch/outbound.ts'

let outbound: Outbound
let server: FakeServer
beforeAll(async () => {
  outbound = localOutbound()
  server = await startFakeServer({
    routes: { '*': () => ({ status: 200, json: null }) },
    internalError: null,
  })
})
afterAll(async () => {
  await outbound.close()
  await server.close()
})

/** The form as the runtime's own parser reads it. */
async function send(
  parts: readonly FormPart[],
): Promise<{ headers: FakeCall['headers']; bytes: number; form: FormData }> {
  const limits = { timeoutMs: 5_000, maxBytes: 1_000, signal: new AbortController().signal }
  const request = { method: 'POST', url: server.url, ...makeMultipart(parts) } as const
  await outbound.fetch(request, limits)
  const { headers, body } = server.calls.at(-1) ?? { headers: {}, body: Buffer.alloc(0) }
  const type = { 'content-type': headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(body), { headers: type }).formData()
  return { headers, bytes: body.length, form }
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

test('a text says its type only where it has one', async () => {
  const { form } = await send([
    { name: 'json', value: '{"a":1}', mimeType: 'application/json' },
    { name: 'plain', value: 'a' },
  ])
  expect([form.get('json'), form.get('plain')]).toEqual(['{"a":1}', 'a'])
  const body = server.calls.at(-1)?.body.toString()
  expect(body).toContain('name="json"\r\ncontent-type: application/json\r\n\r\n{"a":1}\r\n')
  expect(body).toContain('name="plain"\r\n\r\na\r\n')
})

test('a file is streamed, with the length of the whole form said', async () => {
  const stream = ReadableStream.from([bytes.subarray(0, 3), bytes.subarray(3)])
  const {
    form,
    headers,
    bytes: arrived,
  } = await send([
    { name: 'file', fileName: 'a.mp4', mimeType: 'video/mp4', bytes: { stream, length: bytes.length } },
    { name: 'focus', value: '0,1' },
  ])
  expect(headers['content-length']).toBe(String(arrived))
  expect(headers['transfer-encoding']).toBeUndefined()
  expect((await fileIn(form, 'file')).bytes.equals(bytes)).toBe(true)
  expect(form.get('focus')).toBe('0,1')
})
