import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { metadataOf, tus } from '../tus.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false, config: { mediaQuotaFiles: 3 } })
})
afterAll(() => house.stop())

const facts = { name: 'harbour.mp4', mime_type: 'video/mp4' }
const send = (headers: Record<string, string> = {}, key: string | null = house.liveKey) =>
  house.request('POST', '/v1/media/tus', {
    key,
    headers: { ...tus, 'upload-length': '1000', 'upload-metadata': metadataOf(facts), ...headers },
  })

describe('the creation of a resumable upload', () => {
  it('answers where to send the bytes, and the facts of create-upload-url', async () => {
    const { liveKey } = await house.newTenant()
    const { status, headers, json } = await send({}, liveKey)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      upload_url: headers.get('location'),
      name: 'harbour.mp4',
      method: 'PATCH',
      headers: { 'Content-Type': 'application/offset+octet-stream' },
    })
    expect(json.media_id).toMatch(/^[0-9a-f-]{36}\/api\/harbour-[0-9a-f]{8}\.mp4$/)
    expect(new URL(json.upload_url).pathname).toBe(`/v1/media/tus/${json.id}`)
    expect(
      Math.abs(Date.parse(headers.get('upload-expires') ?? '') - Date.parse(json.expires_at)),
    ).toBeLessThan(60_000)
    const media = (await house.request('GET', `/v1/media/${json.id}`, { key: liveKey })).json
    expect(media).toMatchObject({ status: 'waiting', size_bytes: 1_000, mime_type: 'video/mp4' })
  })

  it('keeps the medium without a post where its metadata say so, and what a person in the app uploads', async () => {
    const { liveKey } = await house.newTenant()
    const kept = async (more: Record<string, string>, key: string | null = liveKey) => {
      const { json } = await send({ 'upload-metadata': metadataOf({ ...facts, ...more }) }, key)
      return (await house.db.row<{ keep: boolean }>(sql`select keep from media where id = ${json.id}`))?.keep
    }
    expect([await kept({}), await kept({ keep: 'true' }), await kept({ keep: 'false' })]).toEqual([
      false,
      true,
      false,
    ])
    const { status, json } = await send({ 'upload-metadata': metadataOf({ ...facts, keep: 'perhaps' }) })
    expect([status, json.errors]).toMatchObject([422, [{ pointer: '/keep', code: 'wrong_type' }]])
  })

  it('401: needs a key', async () => {
    expect(await send({}, null)).toMatchObject({ status: 401, json: { code: 'unauthorized' } })
  })

  it('402: needs a subscription', async () => {
    const { liveKey, workspaceId } = await house.newTenant()
    await house.db.run(sql`
      update workspaces set subscription = 'inactive', subscription_ended_at = clock_timestamp() - interval '10 days'
      where id = ${workspaceId}`)
    expect((await send({}, liveKey)).status).toBe(402)
  })

  it('403: needs the scope write', async () => {
    const { key } = await house.key({ scopes: ['read'] })
    expect(await send({}, key)).toMatchObject({ status: 403, json: { code: 'scope_missing' } })
  })

  it('429: counts as a request of its key', async () => {
    const { id, key } = await house.key()
    await house.db.run(sql`
      insert into rate_limits (workspace_id, key_id, minute, used)
      values (${house.workspaceId}, ${id}, clock_timestamp() + interval '1 hour', 2000000)`)
    expect((await send({}, key)).status).toBe(429)
  })

  it.each<[string, Record<string, string>, number, string]>([
    [
      'a type that is not taken',
      { 'upload-metadata': metadataOf({ name: 'x', mime_type: 'text/html' }) },
      422,
      'unsupported_media_type',
    ],
    ['no type', { 'upload-metadata': metadataOf({ name: 'x' }) }, 422, 'unsupported_media_type'],
    ['no name', { 'upload-metadata': metadataOf({ mime_type: 'video/mp4' }) }, 422, 'invalid_name'],
    [
      'a hash that is none',
      { 'upload-metadata': metadataOf({ ...facts, sha256: 'abc' }) },
      422,
      'wrong_format',
    ],
    [
      'a name that is too long',
      { 'upload-metadata': metadataOf({ ...facts, name: 'x'.repeat(256) }) },
      422,
      'too_long',
    ],
    ['a size over the limit', { 'upload-length': String(2 ** 45) }, 422, 'file_too_large'],
    ['no bytes', { 'upload-length': '0' }, 422, 'too_small'],
    ['a size that is no number', { 'upload-length': 'many' }, 400, 'tus_protocol'],
    ['metadata that cannot be read', { 'upload-metadata': 'name ???' }, 400, 'tus_protocol'],
    ['an unknown version of the protocol', { 'tus-resumable': '2.0.0' }, 400, 'tus_protocol'],
    ['a part of a concatenation', { 'upload-concat': 'partial' }, 400, 'tus_protocol'],
  ])('refuses %s, and stores nothing', async (_what, headers, status, code) => {
    const answer = await send(headers)
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(answer.json.request_id).toBe(answer.headers.get('x-request-id'))
    expect((await house.request('GET', '/v1/media')).json.meta.total).toBe(0)
  })

  it('422: says that a query means nothing here', async () => {
    const answer = await house.request('POST', '/v1/media/tus?colour=red', { headers: tus })
    expect(answer).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '?colour', code: 'unknown_field' }] },
    })
  })

  it('412: needs Tus-Resumable', async () => {
    const answer = await house.request('POST', '/v1/media/tus', { headers: { 'upload-length': '1000' } })
    expect([answer.status, answer.json.code]).toEqual([412, 'tus_version'])
    expect(answer.headers.get('tus-version')).toBe('1.0.0')
  })

  it('422: says when the workspace has as much as it may have', async () => {
    const { liveKey } = await house.newTenant()
    for (const _each of [1, 2, 3]) expect((await send({}, liveKey)).status).toBe(201)
    const answer = await send({}, liveKey)
    expect([answer.status, answer.json.code]).toEqual([422, 'media_quota_exceeded'])
  })

  it('knows no id of a stranger', async () => {
    const answer = await house.request('HEAD', `/v1/media/tus/${newId()}`, { key: null, headers: tus })
    expect(answer.status).toBe(403)
  })
})
