import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, exampleUrl, makeEndpoint } from '../webhooks/make-endpoint.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

it('#18 a copied cookie has no events sent elsewhere, which would outlast it, and may still switch an endpoint off', async () => {
  const admin = await signedIn(house, 'admin')
  const { id } = await makeEndpoint(house)
  const ask = ([method, path, body]: readonly [string, string, object]) =>
    admin.request(method, `${endpointsPath}${path}`, {
      body,
      headers: { 'crier-workspace': house.workspaceId },
    })
  const elsewhere = { url: 'https://elsewhere.example.org/' }
  const attempts: [string, string, object][] = [
    ['POST', '', elsewhere],
    ['POST', `/${id}/rotate-secret`, {}],
    ['PATCH', `/${id}`, { ...elsewhere, status: 'disabled' }],
  ]
  await house.db.run(sql`update sessions set proved_at = proved_at - interval '11 minutes'`)
  for (const attempt of attempts)
    expect((await ask(attempt)).json).toMatchObject({ status: 403, code: 'proof_required' })
  const { data } = (await house.request('GET', endpointsPath)).json
  expect(data.map(({ url, status }: { url: string; status: string }) => [url, status])).toEqual([
    [exampleUrl, 'enabled'],
  ])
  const off = await ask(['PATCH', `/${id}`, { events: [], description: 'Ours', status: 'disabled' }])
  expect(off.json).toMatchObject({ url: exampleUrl, status: 'disabled' })

  await house.db.run(sql`update sessions set proved_at = clock_timestamp()`)
  for (const attempt of attempts) expect((await ask(attempt)).status).toBe(200)
})
