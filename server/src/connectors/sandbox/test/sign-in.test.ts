import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { keepPromise } from '../../conformance/describe-conformance.ts'
import { describeRedirect, redirectPromises } from '../../conformance/redirect-promises.ts'
import type { RedirectConnect } from '../../connector.ts'
import { connectByOauth } from '../sign-in.ts'
import { sandboxRedirect } from './house.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const setUp = (connect: RedirectConnect = connectByOauth) => sandboxRedirect(database.db, connect)

describeRedirect('the sandbox', () => setUp())

const withChange = (change: Partial<RedirectConnect>): RedirectConnect => ({ ...connectByOauth, ...change })

describe('the promises of a sign-in by redirect catch a connector that', () => {
  it.each<[string, string, RedirectConnect]>([
    [
      'names another address to come back to',
      'sends the person back',
      withChange({
        begin: (input, io) => connectByOauth.begin(input, { ...io, redirectUri: `${io.redirectUri}/` }),
      }),
    ],
    [
      'makes up a state of its own',
      'sends the person back',
      withChange({ begin: (input, io) => connectByOauth.begin(input, { ...io, state: 'mine' }) }),
    ],
    [
      'gives every candidate the first one’s credentials',
      'gives candidates',
      withChange({
        finish: async (...given) => {
          const found = await connectByOauth.finish(...given)
          const credentials = found[0]?.profile.credentials ?? {}
          return found.map((each) => ({ ...each, profile: { ...each.profile, credentials } }))
        },
      }),
    ],
    [
      'shows a token in the settings',
      'gives candidates',
      withChange({
        finish: async (...given) => {
          const found = await connectByOauth.finish(...given)
          return found.map((each) => ({
            ...each,
            profile: { ...each.profile, settings: each.profile.credentials },
          }))
        },
      }),
    ],
    [
      'answers a code that was used with nothing',
      'trades a code once',
      withChange({ finish: (...given) => connectByOauth.finish(...given).catch(() => []) }),
    ],
    [
      'keeps nothing',
      'trades no code with the secrets',
      withChange({
        begin: async (...given) => ({ url: (await connectByOauth.begin(...given)).url, keep: {} }),
      }),
    ],
    [
      'takes a no for a candidate',
      'takes the no',
      withChange({
        finish: async (callback, ...given) =>
          callback.has('error') ? [] : connectByOauth.finish(callback, ...given),
      }),
    ],
  ])('%s', async (_does, breaks, connect) => {
    const promise = redirectPromises.find(({ title }) => title.startsWith(breaks))
    if (!promise) throw new Error(`There is no promise that begins with "${breaks}".`)
    await keepPromise(promise, () => setUp())
    await expect(keepPromise(promise, () => setUp(connect))).rejects.toThrow()
  })
})
