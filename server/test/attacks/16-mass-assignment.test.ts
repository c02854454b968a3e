import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { allRows, type Belongings, giveBelongings, goodBody, pathWith, roomOf } from './belongings.ts'
import {
  type DescribedOperation,
  describedApi,
  isOfType,
  placesIn,
  pointerOf,
  putAt,
} from './described-api.ts'
import { notForClients } from './hostile-bodies.ts'

let house: House
let api: DescribedOperation[]
let own: Belongings
let before: string[]
beforeAll(async () => {
  house = await startHouse({ worker: false })
  api = (await describedApi(house)).filter(({ needsKey }) => needsKey)
  own = await giveBelongings(house, house, 'live')
  before = await allRows(house)
})
afterAll(async () => {
  expect(await allRows(house)).toEqual(before)
  await house.stop()
})

const pathOf = (operation: DescribedOperation) =>
  operation.path.includes('{') ? pathWith(operation, own[roomOf(operation)]) : operation.path

/** Where a problem says that there is nothing to set. */
function unknown({ errors }: { errors: { pointer: string; code: string }[] }): string[] {
  const found = errors.filter(({ code }) => code === 'unknown_field' || code === 'unknown_option')
  return found.map(({ pointer }) => pointer).sort()
}

describe('#16 a field that is not for clients to set', () => {
  it('is 422 with its place in every object of every body', async () => {
    const objects = api.flatMap((operation) =>
      placesIn(operation.body ?? {})
        .filter(({ schema }) => isOfType(schema, 'object') && schema.properties !== undefined)
        .map(({ path, schema }) => ({ operation, path, known: Object.keys(schema.properties ?? {}) })),
    )
    expect(objects.length).toBeGreaterThan(8)
    for (const { operation, path, known } of objects) {
      const body = notForClients
        .filter((name) => !known.includes(name))
        .reduce((filled, name) => putAt(filled, [...path, name], 'x'), goodBody(operation, own) as unknown)
      const { status, json } = await house.request(operation.method, pathOf(operation), { body })
      expect([operation.id, status]).toEqual([operation.id, 422])
      expect(unknown(json)).toEqual(
        notForClients
          .filter((name) => !known.includes(name))
          .map((name) => `${pointerOf(path)}/${name}`)
          .sort(),
      )
    }
  })

  it('is 422 inside the configurations of a post, which the document leaves open', async () => {
    const posts = api.filter(({ body }) => body?.properties?.account_configurations)
    expect(posts.length).toBeGreaterThan(2)
    for (const operation of posts) {
      for (const path of [
        ['platform_configurations', 'sandbox'],
        ['account_configurations', own['social-accounts']],
        ['platform_configurations', 'sandbox', 'thread', 0 as const],
        ['platform_configurations', 'sandbox', 'poll'],
      ]) {
        const body = notForClients.reduce(
          (filled, name) => putAt(filled, [...path, name], 'x'),
          goodBody(operation, own) as unknown,
        )
        const { status, json } = await house.request(operation.method, pathOf(operation), { body })
        expect([operation.id, path, status]).toEqual([operation.id, path, 422])
        expect(unknown(json)).toEqual(notForClients.map((name) => `${pointerOf(path)}/${name}`).sort())
      }
    }
  })

  it('is 422 in every query, and in the body of what takes none', async () => {
    for (const operation of api) {
      const known = operation.parameters.map(({ name }) => name)
      const wrong = notForClients.filter((name) => !known.includes(name))
      const good = goodBody(operation, own)
      const query = wrong.map((name) => `${name}=x`).join('&')
      const path = `${pathOf(operation)}?${query}`
      const answer = await house.request(operation.method, path, good ? { body: good } : {})
      expect([operation.id, answer.status]).toEqual([operation.id, 422])
      expect(unknown(answer.json)).toEqual(wrong.map((name) => `?${name}`).sort())
      if (operation.body !== null || operation.takesBytes || operation.method === 'GET') continue
      for (const name of ['state', 'constructor', '']) {
        const given = await house.request(operation.method, pathOf(operation), { body: { [name]: 'x' } })
        expect([operation.id, name, given.status]).toEqual([operation.id, name, 422])
      }
    }
  })

  it('changes no object of the server itself', () => {
    // The server runs in this very process.
    const fresh: Record<string, unknown> = {}
    for (const name of ['state', 'isAdmin', 'workspace_id', 'x']) expect(fresh[name]).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
