import { expect, test } from 'vitest'
import { createAppClient } from '../src/app.ts'
import { createClient } from '../src/index.ts'
import { apiMethods, appMethods } from './generated/methods.ts'

const baseUrl = 'http://127.0.0.1:4747'

/** The function that a dotted name leads to. */
function find(client: object, name: string): unknown {
  return name.split('.').reduce<unknown>((thing, part) => Reflect.get(Object(thing), part), client)
}

function missing(client: object, methods: Readonly<Record<string, string>>): string[] {
  return Object.entries(methods).flatMap(([id, name]) =>
    typeof find(client, name) === 'function' ? [] : [`${id} has no method ${name}`],
  )
}

test('every operation of the API has its method', () => {
  expect(Object.keys(apiMethods).length).toBeGreaterThan(40)
  expect(missing(createClient({ baseUrl, apiKey: 'crier_test_1' }), apiMethods)).toEqual([])
})

test('every operation of the session API has its method', () => {
  expect(Object.keys(appMethods).length).toBeGreaterThan(20)
  expect(missing(createAppClient({ baseUrl }), appMethods)).toEqual([])
})

test('a missing method is found', () => {
  const methods = { ...apiMethods, foldPost: 'posts.fold', readTea: 'tea.read' }
  expect(missing(createClient({ baseUrl, apiKey: 'crier_test_1' }), methods)).toEqual([
    'foldPost has no method posts.fold',
    'readTea has no method tea.read',
  ])
})
