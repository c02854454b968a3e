import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

test('shows the icon of every network to everybody, at the address that is listed', async () => {
  const { json } = await house.request('GET', '/v1/platforms')
  for (const { icon_url: url, name, preview } of json.data) {
    const { status, text, headers } = await house.request('GET', url, { key: null })
    expect([name, status, headers.get('content-type')]).toEqual([name, 200, 'image/svg+xml; charset=utf-8'])
    expect(text).toContain(`aria-label="${name}"`)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(preview.family).toMatch(/^[a-z_]+$/)
  }
})

test('404: there is no icon of a network that this server does not speak to', async () => {
  for (const platform of ['nowhere', '..%2Ftemplate', 'template'])
    expect(await house.request('GET', `/v1/platforms/${platform}/icon.svg`, { key: null })).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    })
})
