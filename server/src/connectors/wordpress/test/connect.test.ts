import { afterEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { Account, FetchLimits, IdentifyIo } from '../../connector.ts'
import { connectByPassword } from '../connect.ts'
import { connectOnSite } from '../sign-in.ts'
import { type FakeWordPress, startFakeWordPress } from './fake.ts'
import { addUser, type FakeWorld, inGroups, login, siteOrigin, userNamed } from './fake-world.ts'
import { failureOf } from './steps.ts'
import { answered, formOf, openHouse, openSignIn, refused } from './world.ts'

let closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing) await close()
  closing = []
})

interface Place {
  readonly fake: FakeWordPress
  readonly io: IdentifyIo
  connect(change?: JsonObject): ReturnType<typeof connectByPassword.identify>
}

async function openPlace(shape: Partial<FakeWorld> = {}, others: readonly string[] = []): Promise<Place> {
  const fake = await startFakeWordPress(shape)
  const origins = [siteOrigin, ...others]
  const outbound = localOutbound(Object.fromEntries(origins.map((origin) => [origin, fake.url])))
  closing.push(outbound.close, fake.close)
  const io = identifyIo(outbound)
  return {
    fake,
    io,
    connect: (change = {}) => connectByPassword.identify({ ...formOf(fake), ...change }, io),
  }
}

const redirected = (location: string) => answered(301, '', { location })

describe('a site and an application password', () => {
  test('are an account of the user on the site', async () => {
    const { connect } = await openPlace()
    expect(await connect()).toMatchObject({
      externalId: 'harbour.example.org/2',
      username: 'anna@harbour.example.org',
      displayName: 'The harbour & its boats',
      profileUrl: 'https://harbour.example.org/',
      settings: {
        site: siteOrigin,
        api_root: `${siteOrigin}/wp-json/`,
        user_id: 2,
        may_upload: true,
        may_publish_pages: false,
      },
      expiresAt: null,
    })
  })

  test.each([
    'harbour.example.org',
    ' https://harbour.example.org/ ',
    'https://harbour.example.org/wp-admin/post-new.php?post_type=page',
    'https://harbour.example.org/wp-login.php',
    'https://harbour.example.org/wp-json/',
  ])('are found at %j', async (site) => {
    const { connect } = await openPlace()
    expect((await connect({ site })).settings.site).toBe(siteOrigin)
  })

  test.each<[Partial<FakeWorld>, string]>([
    [{ folder: '/blog' }, '/blog/wp-json/'],
    [{ folder: '/blog', hasPrettyLinks: false }, '/blog/?rest_route=/'],
    [{ hasPrettyLinks: false }, '/?rest_route=/'],
    [{ hasPrettyLinks: false, saysLink: false }, '/?rest_route=/'],
    [{ saysLink: false }, '/wp-json/'],
  ])('are found where a site is %j', async (shape, path) => {
    const { connect } = await openPlace(shape)
    const { settings, externalId } = await connect()
    expect(settings.api_root).toBe(`${siteOrigin}${path}`)
    expect(externalId).toBe(`harbour.example.org${shape.folder ?? ''}/2`)
  })

  test('may be copied with spaces, and the user named by the e-mail address', async () => {
    const { connect, fake } = await openPlace()
    const password = userNamed(fake.world).passwords[0]?.password ?? ''
    const found = await connect({
      user_name: ' anna@example.org ',
      application_password: `  ${inGroups(password)} \n`,
    })
    expect(found.credentials).toEqual({ user_name: 'anna@example.org', application_password: password })
  })

  test.each<[JsonObject, string]>([
    [{ site: 'ftp://harbour.example.org' }, 'must be an address'],
    [{ site: 'http://harbour.example.org' }, 'must be reached by https'],
    [{ site: 'https://anna:secret@harbour.example.org' }, 'must not carry a name'],
    [{ user_name: 'an:na' }, 'Give the user name'],
    [{ application_password: 'short' }, 'six groups of four'],
  ])('%j is refused before anything is sent', async (change, words) => {
    const { connect, fake } = await openPlace()
    expect(await failureOf(connect(change))).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(words),
    })
    expect(fake.calls).toEqual([])
  })

  test.each(['xxxx xxxx xxxx xxxx xxxx xxxx', 'the-password-of-the-page'])(
    'that is %j is said to be wrong, and how to get one',
    async (application_password) => {
      const { connect } = await openPlace()
      expect(await failureOf(connect({ application_password }))).toMatchObject({
        kind: 'unauthorized',
        message: expect.stringContaining('Users, Profile, Application Passwords'),
      })
    },
  )

  test.each(['contributor', 'subscriber'] as const)(
    'of a %s are refused: they may not publish',
    async (role) => {
      const { connect, fake } = await openPlace()
      userNamed(fake.world).role = role
      expect(await failureOf(connect())).toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining('Author or Editor'),
      })
    },
  )
})

describe('a site', () => {
  test('is followed to its other name, and the password goes nowhere before', async () => {
    const { connect, fake } = await openPlace({}, ['https://old.example.org'])
    fake.inject('HEAD /', redirected(`${siteOrigin}/`))
    expect((await connect({ site: 'https://old.example.org' })).settings.site).toBe(siteOrigin)
    const [first] = fake.calls.filter(({ headers }) => headers.authorization !== undefined)
    expect(first?.name).toBe('GET /wp/v2/users/me')
  })

  test('that has its first page elsewhere on its host stays where it is', async () => {
    const { connect, fake } = await openPlace({ folder: '/blog' })
    fake.inject('HEAD /', redirected('/welcome/'))
    expect((await connect()).settings.site).toBe(`${siteOrigin}/blog`)
  })

  test.each([
    ['http://harbour.example.org/', 'must be reached by https'],
    ['ftp://harbour.example.org/', 'must be an address'],
  ])('that leads to %s is refused', async (location, words) => {
    const { connect, fake } = await openPlace()
    fake.inject('HEAD /', redirected(location))
    expect(await failureOf(connect())).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(words),
    })
  })

  test('that leads on and on is refused', async () => {
    const { connect, fake } = await openPlace({}, ['https://a.example.org', 'https://b.example.org'])
    for (const name of ['a', 'b', 'a', 'b']) fake.inject('HEAD /', redirected(`https://${name}.example.org/`))
    expect((await failureOf(connect())).message).toContain('from one address to the next')
  })

  test('whose API is on another host gets no password there', async () => {
    const { connect, fake } = await openPlace()
    const link = '<https://api.example.net/wp-json/>; rel="https://api.w.org/"'
    fake.inject('HEAD /', answered(200, '', { link }))
    expect((await failureOf(connect())).message).toContain('Give that address')
    expect(fake.calls.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  })

  test('that believes to be read without https is asked over https', async () => {
    const { connect, fake } = await openPlace()
    const link = '<http://harbour.example.org/wp-json/>; rel="https://api.w.org/"'
    fake.inject('HEAD /', answered(200, '', { link }))
    expect((await connect()).settings.api_root).toBe(`${siteOrigin}/wp-json/`)
  })

  test.each<[Partial<FakeWorld>, string, string]>([
    [{ hasPasswords: false }, 'invalid', 'has no application passwords'],
    [{ closed: 'json' }, 'forbidden', 'restricted to authenticated users'],
    [{ closed: 'page' }, 'forbidden', 'does not show its REST API'],
  ])('of %j says what is to be done', async (shape, kind, words) => {
    const { connect } = await openPlace(shape)
    expect(await failureOf(connect())).toMatchObject({ kind, message: expect.stringContaining(words) })
  })

  test('that is no WordPress, or is away, is told apart', async () => {
    const { connect, fake } = await openPlace({ saysLink: false, hasPrettyLinks: false })
    for (const _ of ['with its path', 'in the query']) fake.inject('GET /', answered(200, '<h1>A page</h1>'))
    expect((await failureOf(connect())).message).toContain('There is no WordPress')
    fake.inject('GET /', answered(503, '<h1>Maintenance</h1>'))
    expect((await failureOf(connect())).kind).toBe('unavailable')
    fake.inject('GET /', answered(429, '', { 'retry-after': '3' }))
    expect((await failureOf(connect())).kind).toBe('rate_limited')
  })

  test('is asked by the guarded way out alone, which refuses addresses inside the house', async () => {
    const asked: string[] = []
    const { io } = await openPlace()
    const guarded: IdentifyIo = {
      ...io,
      fetch: (request, within?: FetchLimits) => {
        asked.push(request.url)
        return io.fetch(request, within)
      },
    }
    const input = { site: 'https://169.254.169.254', user_name: login, application_password: 'abcdefgh' }
    expect((await failureOf(connectByPassword.identify(input, guarded))).kind).toBe('unavailable')
    expect(asked).toEqual(['https://169.254.169.254/'])
  })
})

describe('a connected account', () => {
  test('is refreshed as it is now, also where the API has moved or the site is over http no more', async () => {
    const house = await openHouse()
    closing.push(house.close)
    const { account, credentials, connectIo, fake } = house
    fake.world.hasPrettyLinks = false
    userNamed(fake.world).role = 'editor'
    const { profile } = await connectByPassword.refresh(account, credentials, connectIo)
    expect(profile?.settings).toMatchObject({
      api_root: `${siteOrigin}/?rest_route=/`,
      may_publish_pages: true,
    })
  })

  test('needs a new connection where the user may no longer publish, and not where the site is away', async () => {
    const house = await openHouse()
    closing.push(house.close)
    const { account, credentials, connectIo, fake } = house
    const refresh = (of: Account = account) =>
      failureOf(connectByPassword.refresh(of, credentials, connectIo))
    userNamed(fake.world).role = 'contributor'
    expect((await refresh()).kind).toBe('unauthorized')
    userNamed(fake.world).role = 'author'
    fake.inject('GET /wp/v2/users/me', refused(500, 'db_error'))
    expect((await refresh()).kind).toBe('unavailable')
    expect((await refresh({ ...account, externalId: 'harbour.example.org/99' })).kind).toBe('unauthorized')
    await house.world.revoke()
    expect((await refresh()).kind).toBe('unauthorized')
  })

  test('is ended at the site, alone and more than once', async () => {
    const house = await openHouse()
    closing.push(house.close)
    const { account, credentials, connectIo, fake } = house
    const other = addUser(fake.world, 'berta', 'author')
    for (const _ of [1, 2]) await connectByPassword.revoke(account, credentials, connectIo)
    expect(userNamed(fake.world).passwords).toEqual([])
    expect(other.passwords).toHaveLength(1)
  })

  test('stays where the site cannot end it, which is said', async () => {
    const house = await openHouse()
    closing.push(house.close)
    const { account, credentials, connectIo, fake } = house
    const name = 'GET /wp/v2/users/me/application-passwords/introspect'
    fake.inject(name, refused(500, 'db_error'))
    const failure = await failureOf(connectByPassword.revoke(account, credentials, connectIo))
    expect(failure.kind).toBe('unavailable')
  })
})

describe('a sign-in on the page of the site', () => {
  async function goAndAgree(shape: Partial<FakeWorld> = {}) {
    const house = await openSignIn(shape)
    closing.push(house.close)
    const io = {
      ...house.io,
      redirectUri: 'https://crier.example.org/oauth/callback/wordpress',
      state: 's'.repeat(43),
    }
    const { url, keep } = await connectOnSite.begin(house.input, io)
    return { ...house, io, keep, url, back: (await house.person.agree(url)).searchParams }
  }

  test('ends the password that was in the address, and keeps another one', async () => {
    const { back, keep, io, fake } = await goAndAgree()
    const [candidate] = await connectOnSite.finish(back, keep, io)
    const inAddress = (back.get('password') ?? '').replaceAll(' ', '')
    const { passwords } = userNamed(fake.world)
    expect(passwords.map(({ password }) => password)).not.toContain(inAddress)
    expect(passwords.at(-1)?.password).toBe(candidate?.profile.credentials.application_password)
    expect(passwords.at(-1)?.name).toMatch(/^Crier at /)
  })

  test('names us to the person, and asks for nothing by another protocol than https', async () => {
    const { url } = await goAndAgree()
    const query = new URL(url).searchParams
    expect(query.get('app_name')).toMatch(/^Crier at .+, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d, sign-in$/)
    expect(query.get('success_url')).toBe(
      `https://crier.example.org/oauth/callback/wordpress?state=${'s'.repeat(43)}`,
    )
  })

  test('of a user who may not publish leaves no password behind', async () => {
    const { back, keep, io, fake } = await goAndAgree()
    userNamed(fake.world).role = 'contributor'
    expect((await failureOf(connectOnSite.finish(back, keep, io))).kind).toBe('forbidden')
    expect(userNamed(fake.world).passwords).toHaveLength(1)
  })

  test('is refused where another site answers', async () => {
    const { back, keep, io } = await goAndAgree()
    back.set('site_url', 'https://other.example.org')
    expect((await failureOf(connectOnSite.finish(back, keep, io))).message).toContain('Another site answered')
  })

  test('begins nowhere where a site has no such page, or names one elsewhere', async () => {
    const house = await openSignIn()
    closing.push(house.close)
    house.fake.world.hasPasswords = false
    const io = { ...house.io, redirectUri: 'https://crier.example.org/a', state: 's' }
    expect((await failureOf(connectOnSite.begin(house.input, io))).kind).toBe('invalid')
    const authorization = 'https://evil.example.net/wp-admin/authorize-application.php'
    const ways = { 'application-passwords': { endpoints: { authorization } } }
    const index = { name: 'A', namespaces: ['wp/v2'], authentication: ways }
    house.fake.inject('GET /', answered(200, index))
    expect((await failureOf(connectOnSite.begin(house.input, io))).kind).toBe('invalid')
  })
})
