import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { connectByToken } from '../connect.ts'
import { hashnode } from '../connector.ts'
import { addTeam, giveToken } from './fake-world.ts'
import { failureOf } from './steps.ts'
import { answered, formOf, type HashnodeHouse, openHouse, refused } from './world.ts'

let house: HashnodeHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const list = (more: JsonObject = {}, username?: string) =>
  connectByToken.list({ ...formOf(house.fake, username), ...more }, house.connectIo)

describe('a token', () => {
  test('gives the publications of its owner, and spaces around it mean nothing', async () => {
    const { world } = house.fake
    const [publication] = world.publications
    const [harbour] = world.people
    const token = giveToken(world)
    const [only, ...more] = await list({ access_token: ` ${token}\n` })
    expect(more).toEqual([])
    expect(only).toEqual({
      profile: {
        externalId: `${publication?.id}/${harbour?.id}`,
        username: 'harbour.hashnode.dev',
        displayName: 'Harbour',
        avatarUrl: `https://cdn.hashnode.com/people/${harbour?.id}.png`,
        profileUrl: 'https://harbour.hashnode.dev/',
        settings: {
          publication_id: publication?.id,
          url: 'https://harbour.hashnode.dev/',
          user_id: harbour?.id,
          is_team: false,
        },
        credentials: { access_token: token },
        expiresAt: null,
      },
      suggested: true,
      reason: null,
    })
  })

  test('says why a publication cannot be chosen', async () => {
    const { world } = house.fake
    addTeam(world, 'Poor', { bakery: 'OWNER' }).isPro = false
    addTeam(world, 'Guests', { bakery: 'CONTRIBUTOR' })
    addTeam(world, 'Bread', { bakery: 'EDITOR', harbour: 'OWNER' })
    const found = await list({}, 'bakery')
    expect(found.map(({ profile, suggested, reason }) => [profile.displayName, suggested, reason])).toEqual([
      ['Poor', false, expect.stringContaining('The publication has no Pro plan')],
      ['Guests', false, 'You are a contributor there, and contributors cannot publish.'],
      ['Bread', true, null],
    ])
    house.fake.inject('Publication', refused('FORBIDDEN', 'Closed.'))
    const [closed] = await list({}, 'bakery')
    expect(closed?.reason).toBe('Hashnode does not let you see this publication.')
    world.publications.splice(1)
    expect((await failureOf(list({}, 'bakery'))).message).toContain('You write in no publication')
  })

  test('is refused with what to do about it', async () => {
    const refusals: [JsonObject, string, RegExp][] = [
      [{ access_token: 'nobodys' }, 'unauthorized', /Copy it again, or create a new one/],
      [{ access_token: 'two words' }, 'invalid', /Copy the whole access token/],
    ]
    for (const [more, kind, words] of refusals) {
      const failure = await failureOf(list(more))
      expect([more, failure.kind, failure.message]).toEqual([more, kind, expect.stringMatching(words)])
    }
    const answers: [ReturnType<typeof answered>, string][] = [
      [answered(301, ''), 'unavailable'],
      [answered(200, '<h1>Hello</h1>'), 'unavailable'],
      [answered(200, { data: { me: null } }), 'unavailable'],
      [answered(200, { data: { me: { id: 'a', username: 'b', publications: null } } }), 'unavailable'],
      [answered(502, ''), 'unavailable'],
      [answered(429, ''), 'rate_limited'],
    ]
    for (const [answer, kind] of answers) {
      house.fake.inject('Me', answer)
      expect([answer.body, (await failureOf(list())).kind]).toEqual([answer.body, kind])
    }
    house.fake.inject('Publication', answered(502, ''))
    expect((await failureOf(list())).kind).toBe('unavailable')
  })
})

describe('a connected account', () => {
  const refresh = (accessToken: string) =>
    connectByToken.refresh(house.account, { access_token: accessToken }, house.connectIo)

  test('follows a new name, and is refused where the token is another’s or was deleted', async () => {
    const { world } = house.fake
    const [publication] = world.publications
    const [harbour] = world.people
    const token = giveToken(world)
    if (publication) publication.title = 'Quay'
    expect((await refresh(token)).profile).toMatchObject({ displayName: 'Quay' })
    expect((await failureOf(refresh(giveToken(world, 'bakery')))).message).toContain('another person')
    if (harbour) harbour.isDeactivated = true
    expect((await failureOf(refresh(token))).kind).toBe('unauthorized')
    if (harbour) harbour.isDeactivated = false
    house.fake.inject('Me', refused('INTERNAL_SERVER_ERROR'))
    expect((await failureOf(refresh(token))).kind).toBe('unavailable')
    world.publications.splice(0)
    expect(await refresh(token), 'of a team that was left').toMatchObject({ profile: null })
    if (publication) world.publications.push(publication)
  })

  test('is disconnected without a call, because no call ends a token', async () => {
    const calls = house.fake.calls.length
    await connectByToken.revoke(house.account, house.credentials, house.connectIo)
    expect(house.fake.calls).toHaveLength(calls)
    expect(hashnode.connect.map(({ way }) => way)).toEqual([connectByToken.way])
  })
})
