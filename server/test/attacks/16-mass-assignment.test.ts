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

/** Columns of ours, words of others, and what every object inherits. */
const names = [
  'workspace_id',
  'org_id',
  'user_id',
  'author_id',
  'mode',
  'state',
  'status',
  'role',
  'plan',
  'scopes',
  'fence',
  'lease_owner',
  'version',
  'content_version',
  'remote_id',
  'remote_url',
  'published_at',
  'created_at',
  'updated_at',
  'deleted_at',
  'storage_key',
  'public_name',
  'sha256',
  'next_action_at',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'isAdmin',
  '$where',
  '',
]

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
      const body = names
        .filter((name) => !known.includes(name))
        .reduce((filled, name) => putAt(filled, [...path, name], 'x'), goodBody(operation, own) as unknown)
      const { status, json } = await house.request(operation.method, pathOf(operation), { body })
      expect([operation.id, status]).toEqual([operation.id, 422])
      expect(unknown(json)).toEqual(
        names
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
        const body = names.reduce(
          (filled, name) => putAt(filled, [...path, name], 'x'),
          goodBody(operation, own) as unknown,
        )
        const { status, json } = await house.request(operation.method, pathOf(operation), { body })
        expect([operation.id, path, status]).toEqual([operation.id, path, 422])
        expect(unknown(json)).toEqual(names.map((name) => `${pointerOf(path)}/${name}`).sort())
      }
    }
  })

  it('is 422 in every query, and in the body of what takes none', async () => {
    for (const operation of api) {
      const known = operation.parameters.map(({ name }) => name)
      const wrong = names.filter((name) => !known.includes(name))
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
