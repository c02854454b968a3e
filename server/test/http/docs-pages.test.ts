import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const read = (path: string) => house.request('GET', path, { key: null })
const linksOf = (text: string) => [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)

it('a person finds at /docs the first calls, each operation and each refusal, and no link leads nowhere', async () => {
  const index = await read('/docs')
  expect([index.status, index.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const links = linksOf(index.text)
  const { paths } = (await read('/openapi.json')).json
  const ids = Object.values<Record<string, { operationId?: string }>>(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId }) => operationId ?? [])
  // A stream of events is served and described together with the list of them.
  const missing = ids.filter((id) => !links.includes(`${house.url}/docs/operations/${id}`))
  expect(missing).toEqual([])
  for (const link of new Set(links)) {
    const answer = await house.request('GET', link, { key: null, headers: { accept: 'text/html' } })
    expect([link, answer.status]).toEqual([link, 200])
  }
})

it('the page of an operation has a command that works as it stands', async () => {
  const { status, text } = await read('/docs/operations/validatePost')
  expect(status).toBe(200)
  expect(text).toContain('The key needs the scope')
  expect(text).toContain(`curl -sS -X POST ${house.url}/v1/posts/validate`)
  expect(text).toContain('<code>caption</code>')
  expect(text).toContain('<h2>Its answer</h2>')
  const plain = text.replaceAll(/&#(\d+);/g, (_sign, code) => String.fromCharCode(Number(code)))
  const body = JSON.parse(/-d '([^<]+)'<\/pre>/.exec(plain)?.[1] ?? '')
  // A reader puts an account and a medium of their own in, which are all that has to be changed.
  const own = {
    social_accounts: [await house.connect('sandbox', { name: 'harbour' })],
    media: [(await seedMedia(house)).path],
  }
  const answer = await house.request('POST', '/v1/posts/validate', { body: { ...body, ...own } })
  expect(answer.json).toMatchObject({ valid: true, problems: [], warnings: [] })
})

it('an operation that is not there is never echoed', async () => {
  const { status, text } = await read('/docs/operations/%3Cscript%3Ealert(1)%3C%2Fscript%3E')
  expect(status).toBe(404)
  expect(text).toContain('The API has no operation of this name.')
  expect(text).not.toContain('alert')
})

it('the page of each network says how its app is registered, with the addresses of this server', async () => {
  const { json } = await house.request('GET', '/v1/platforms')
  expect(json.data.length).toBeGreaterThan(1)
  for (const { platform, name, app_configured: app, guide_url: guide, ways } of json.data) {
    expect(new URL(guide).origin).toBe(new URL(house.url).origin)
    const { status, text } = await read(new URL(guide).pathname)
    expect([name, status]).toEqual([name, 200])
    expect(text).toContain(`<h1>${name}</h1>`)
    expect(text).not.toContain('PUBLIC_URL/')
    const comesBack = ways.some(({ kind }: { kind: string }) => kind === 'redirect')
    if (app !== null && comesBack)
      expect(text).toContain(`<code>${house.url}/oauth/callback/${platform}</code>`)
    const details = ways.flatMap(({ missing }: { missing: { code: string; detail: string }[] }) =>
      missing.filter(({ code }) => code === 'app').map(({ detail }) => detail),
    )
    for (const detail of details) expect(detail).toContain(guide)
  }
})

it('a network that this server does not speak to has no page', async () => {
  expect((await read('/docs/networks/none')).status).toBe(404)
  expect((await read('/docs/networks/..%2Fkit')).status).toBe(404)
})
