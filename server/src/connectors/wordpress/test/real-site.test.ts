// @module-tag slow
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../scripts/test-needs.ts'
import { type CuttingProxy, startCuttingProxy } from '../../../../test/servers/cutting-proxy.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { plainText } from '../../../lib/web-page/plain-text.ts'
import {
  type Conformance,
  keepPromise,
  type PublicPost,
  promises,
} from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { Account, RedirectIo } from '../../connector.ts'
import { connectByPassword } from '../connect.ts'
import { wordpress } from '../connector.ts'
import { connectOnSite } from '../sign-in.ts'
import { type Person, type RealWordPress, startWordPress } from './servers/start-wordpress.ts'
import { type Desk, failureOf, filmBytes, layOut, makeFile, pdfBytes, pictures, publish } from './steps.ts'
import { textIn, tooMany } from './world.ts'

// The commit alone asks for these members of the answer in this order.
const commits = '_fields=id%2Clink%2Cstatus'

let site: RealWordPress
let proxy: CuttingProxy
let outbound: Outbound

beforeAll(async () => {
  if (!isHere('wordpress server')) return
  site = await startWordPress()
  proxy = await startCuttingProxy(site.url, { keepsHost: true })
  outbound = localOutbound()
})

afterAll(async () => {
  await outbound?.close()
  await proxy?.stop()
  await site?.stop()
})

beforeEach(skipWithout('wordpress server'))

interface RealHouse extends Desk {
  readonly person: Person
  readonly account: Account
  readonly credentials: JsonObject
}

async function openHouse(role = 'author'): Promise<RealHouse> {
  const person = await site.addPerson(role)
  const input = { site: proxy.url, user_name: person.name, application_password: person.password }
  const found = await connectByPassword.identify(input, identifyIo(outbound))
  const { externalId, username, settings, credentials } = found
  const account = { id: 'an-account', externalId, username, settings }
  return { person, account, credentials, io: handIo(outbound, credentials) }
}

interface Shown {
  readonly id: number
  readonly type: string
  readonly status: string
  readonly title: string
  readonly slug: string
  readonly content: string
  readonly rendered: string
  readonly date: string
}

function listPosts({ person }: RealHouse): Promise<Shown[]> {
  return site.tell('list_posts', { id: person.id })
}

async function readPublicPosts(house: RealHouse): Promise<PublicPost[]> {
  const posts = (await listPosts(house)).filter(({ status }) => status === 'publish' || status === 'private')
  const comments = await site.tell<{ id: number; post: number; content: string }[]>('list_comments', {
    id: house.person.id,
  })
  const shown = posts.map(async ({ id, content, rendered }) => {
    return { id: String(id), text: textIn(content), images: await imagesIn(rendered), replyTo: null }
  })
  return [
    ...(await Promise.all(shown)),
    ...comments.map(({ id, post, content }) => {
      return { id: `comment-${id}`, text: plainText(content), images: [], replyTo: String(post) }
    }),
  ]
}

/** The pictures as a reader gets them, from the page that the site makes of a content. */
function imagesIn(rendered: string): Promise<PublicPost['images'][number][]> {
  const tags = [...rendered.matchAll(/<img [^>]*>/g)].map(([tag]) => tag)
  return Promise.all(
    tags.map(async (tag) => {
      const from = new URL(plainText(/ src="([^"]*)"/.exec(tag)?.[1] ?? ''))
      const answer = await fetch(`${site.url}${from.pathname}`)
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      return { altText: plainText(/ alt="([^"]*)"/.exec(tag)?.[1] ?? ''), width, height }
    }),
  )
}

// These look at what the connector says of itself, without the site; and one uploads dozens of pictures.
const elsewhere =
  /^names each way|^draws a form|^says how a post looks|^has an icon|every number of pictures|^finds a|^accepts each set|^finds an alt|^finds media|^says each problem|^chains a thread|account_blocked|^shows the media that its options|^waits for media/

async function openConformance(): Promise<Conformance> {
  const house = await openHouse()
  const { account, credentials, person } = house
  return {
    connector: wordpress,
    account,
    credentials,
    io: house.io,
    options: {},
    world: {
      posts: () => readPublicPosts(house),
      revoke: async () => void (await site.tell('forget_passwords', { id: person.id })),
      rateLimitNext: async (seconds) => proxy.cutNext(commits, tooMany(seconds)),
      loseNextAnswer: async () => proxy.cutNext(commits, { kind: 'after' }),
      workOnNext: async (ms) => proxy.cutNext(commits, { kind: 'pass_later', ms }),
      slowMedia: null,
      block: null,
      deleteByHand: async (postId) => void (await site.tell('delete_post', { post: Number(postId) })),
      engage: async (postId) => {
        await site.tell('comment_on', { post: Number(postId) })
        return { comments: 1 }
      },
      optionMedia: null,
    },
    close: async () => undefined,
  }
}

describe('wordpress on a real WordPress keeps the promises of a connector', () => {
  for (const promise of promises.filter(({ title }) => !elsewhere.test(title)))
    test(promise.title, () => keepPromise(promise, openConformance))
})

describe('on a real WordPress', () => {
  test('publishing a draft twice, and once more later, makes one post and changes neither its address nor its time', async () => {
    const house = await openHouse()
    const bench = await layOut(house, { text: 'Was it heard?' })
    await pause(1_100)
    const first = await bench.send()
    const [before] = await listPosts(house)
    await pause(1_100)
    expect(await bench.send()).toEqual(first)
    const after = await listPosts(house)
    expect(after).toEqual([before])
    expect(before).toMatchObject({ status: 'publish', slug: 'was-it-heard' })
    // A draft has no time of its own: it gets that of its publication.
    expect(Date.parse(`${before?.date.replace(' ', 'T')}Z`)).toBeGreaterThanOrEqual(
      Math.floor(bench.step.firstSentAt.getTime() / 1_000) * 1_000 + 1_000,
    )
  })

  test.each(['before', 'after', 'midway'] as const)(
    'a lost answer, cut %s, is settled by the draft',
    async (kind) => {
      const house = await openHouse()
      const bench = await layOut(house, { text: `Cut ${kind}` })
      proxy.cutNext(commits, { kind })
      expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
      expect((await bench.settle()).outcome).toBe(kind === 'before' ? 'repeat' : 'published')
      if (kind === 'before') await bench.send()
      expect(await listPosts(house)).toMatchObject([{ status: 'publish' }])
    },
  )

  test('a draft whose number was lost is found again, and brought up to date', async () => {
    const house = await openHouse()
    const key = randomBytes(16).toString('hex')
    await layOut(house, { text: 'The first words', key })
    await publish(house, { text: 'The last words', key })
    const posts = await listPosts(house)
    expect(posts).toMatchObject([{ status: 'publish', title: 'The last words', slug: 'the-last-words' }])
  })

  test('an upload whose answer was lost is found again', async () => {
    const house = await openHouse()
    const media = await pictures(house, 1)
    const key = randomBytes(16).toString('hex')
    proxy.cutNext('/wp/v2/media?_fields', { kind: 'after' })
    expect((await failureOf(layOut(house, { media, key }))).kind).toBe('unavailable')
    await publish(house, { media, key })
    const asked = await fetch(`${site.url}/wp-json/wp/v2/media?author=${house.person.id}`)
    expect(await asked.json()).toHaveLength(1)
  })

  test('a gone draft and one in the trash prove nothing', async () => {
    const house = await openHouse()
    const bench = await layOut(house)
    const sent = await bench.send()
    if (sent.outcome !== 'published') throw new Error('It was not published.')
    const remove = wordpress.powers.find((each) => each.power === 'delete')
    await remove?.delete(sent, house.account, house.credentials, bench.io())
    expect(await bench.settle()).toEqual({ outcome: 'not_found' })
    await site.tell('delete_post', { post: Number(sent.remoteId) })
    expect(await bench.settle()).toEqual({ outcome: 'not_found' })
    expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
  })

  test('all that options can say is kept, by an editor and by an author', async () => {
    const editor = await openHouse('editor')
    const media = [
      ...(await pictures(editor, 1)),
      makeFile('video', filmBytes),
      makeFile('document', pdfBytes),
    ]
    const options = {
      title: 'Boats & <b>more</b>',
      excerpt: 'In short & <i>sweet</i>',
      slug: 'All the Boats',
      tags: ['R&D "x"', 'Boats'],
      categories: ['uncategorized'],
      featured_image: 'first_only',
      comment_status: 'closed',
      sticky: true,
    }
    const text = 'Look: https://example.org/?a=1&b=2, [gallery] <script>alert(1)</script>\n\nSecond'
    const { remoteId, url } = await publish(editor, { text, media, options })
    expect(new URL(url).pathname).toBe('/all-the-boats/')
    const asked = await fetch(`${site.url}/wp-json/wp/v2/posts/${remoteId}`)
    const shown = (await asked.json()) as JsonObject & { content: { rendered: string } }
    expect(shown).toMatchObject({
      title: { rendered: 'Boats &amp; &lt;b&gt;more&lt;/b&gt;' },
      comment_status: 'closed',
      sticky: true,
      categories: [1],
      featured_media: expect.any(Number),
      tags: [expect.any(Number), expect.any(Number)],
    })
    const { rendered } = shown.content
    expect(rendered).toContain('<a href="https://example.org/?a=1&#38;b=2">')
    expect(rendered).not.toMatch(/<script|class="gallery/)
    expect(rendered).not.toContain('<img')
    expect(rendered).toMatch(/<video controls src="[^"]+\.mp4"/)
    expect(rendered).toMatch(/<a href="[^"]+\.pdf"/)
    const author = await openHouse()
    const again = await publish(author, { text, options: { ...options, sticky: false, slug: 'author' } })
    expect((await listPosts(author)).map(({ id }) => String(id))).toEqual([again.remoteId])
  })

  test('private posts and pages are published as such; a contributor cannot connect', async () => {
    const editor = await openHouse('editor')
    await publish(editor, { options: { type: 'page', title: 'A page' } })
    await publish(editor, { options: { visibility: 'private', title: 'Among us' } })
    expect((await listPosts(editor)).map(({ type, status }) => `${type} ${status}`).sort()).toEqual([
      'page publish',
      'post private',
    ])
    expect(await failureOf(openHouse('contributor'))).toMatchObject({ kind: 'forbidden' })
  })

  test('HTML is kept, without scripts where the user may not write any', async () => {
    const house = await openHouse()
    const text = '<h2>Boats</h2><p>and <em>oars</em></p><script>alert(1)</script>'
    await publish(house, { text, options: { format: 'html', title: 'Boats' } })
    const [post] = await listPosts(house)
    expect(post?.rendered).toContain('<h2>Boats</h2><p>and <em>oars</em></p>')
    expect(post?.rendered).not.toContain('<script')
  })

  test('files that the site does not take are refused for good', async () => {
    const house = await openHouse()
    const odd = await failureOf(layOut(house, { media: [makeFile('video', Buffer.from('no film'))] }))
    expect(odd).toMatchObject({ kind: 'invalid', platformCode: 'rest_upload_unknown_error' })
    const large = Buffer.concat([filmBytes, Buffer.alloc(9_000_000)])
    const words = /takes no file of this size/
    expect((await failureOf(layOut(house, { media: [makeFile('video', large)] }))).message).toMatch(words)
    const larger = Buffer.concat([filmBytes, Buffer.alloc(17_000_000)])
    expect((await failureOf(layOut(house, { media: [makeFile('video', larger)] }))).message).toMatch(words)
  })

  test('a first comment is made, and found after a lost answer; a second one too soon has to wait', async () => {
    const house = await openHouse()
    const post = await publish(house, { text: 'With a comment' })
    const bench = await layOut(house, {
      text: 'Is this "quoted" & <b>odd</b>?',
      part: 'first_comment',
      replyTo: post,
    })
    proxy.cutNext(commits, { kind: 'after' })
    expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
    expect(await bench.settle()).toMatchObject({ outcome: 'published', remoteId: /^comment-/ })
    const next = await layOut(house, { text: 'And more', part: 'first_comment', replyTo: post })
    expect(await failureOf(next.send())).toMatchObject({
      kind: 'rate_limited',
      platformCode: 'comment_flood',
    })
  })

  test('categories and tags are offered by name, with their signs', async () => {
    const house = await openHouse('editor')
    await publish(house, { options: { tags: ['Salt & pepper'] } })
    const choices = wordpress.powers.find((each) => each.power === 'choices')
    const { account, credentials } = house
    const io = house.io({ commit: null, media: new Map() })
    const asked = { option: 'tags', query: 'salt & p', account, credentials }
    expect(await choices?.list(asked, io)).toEqual([
      { value: 'Salt & pepper', label: 'Salt & pepper', detail: null },
    ])
    const missing = failureOf(layOut(house, { options: { categories: ['Nowhere'] } }))
    expect(await missing).toMatchObject({ kind: 'invalid' })
  })

  test('without pretty links the API is in the query, and refreshing finds it there', async () => {
    const house = await openHouse()
    await site.tell('set_option', { name: 'permalink_structure', value: '' })
    try {
      const { account, credentials } = house
      const { profile } = await connectByPassword.refresh(account, credentials, identifyIo(outbound))
      const moved = { ...house, account: { ...account, settings: profile?.settings ?? {} } }
      expect(moved.account.settings.api_root).toContain('rest_route=')
      const { url } = await publish(moved, { media: await pictures(house, 1) })
      expect(url).toMatch(/\?p=\d+$/)
    } finally {
      await site.tell('set_option', { name: 'permalink_structure', value: '/%postname%/' })
    }
  })
})

describe('on the page of a real WordPress', () => {
  test('a person signs in and agrees; the password of the address is ended, and revoking ends the other', async () => {
    const person = await site.addPerson()
    const io = redirectIo()
    const { url, keep } = await connectOnSite.begin({ site: site.url }, io)
    const back = await agree(url, person, 'approve')
    expect(`${back.origin}${back.pathname}`).toBe(io.redirectUri)
    expect(back.searchParams.getAll('state')).toEqual([io.state])
    const [candidate] = await connectOnSite.finish(back.searchParams, keep, io)
    if (!candidate) throw new Error('There is no candidate.')
    const { externalId, username, settings, credentials } = candidate.profile
    expect(credentials.application_password).not.toBe(back.searchParams.get('password'))
    const inAddress = { ...credentials, application_password: back.searchParams.get('password') }
    const account = { id: 'an-account', externalId, username, settings }
    expect((await failureOf(connectOnSite.refresh(account, inAddress, io))).kind).toBe('unauthorized')
    expect((await connectOnSite.refresh(account, credentials, io)).credentials).toEqual(credentials)
    await connectOnSite.revoke(account, credentials, io)
    await connectOnSite.revoke(account, credentials, io)
    expect((await failureOf(connectOnSite.refresh(account, credentials, io))).kind).toBe('unauthorized')
  })

  test('a person who refuses gives nothing', async () => {
    const io = redirectIo()
    const { url, keep } = await connectOnSite.begin({ site: site.url }, io)
    const back = await agree(url, await site.addPerson(), 'reject')
    expect((await failureOf(connectOnSite.finish(back.searchParams, keep, io))).kind).toBe('forbidden')
  })
})

function redirectIo(): RedirectIo {
  const redirectUri = 'https://crier.example.org/oauth/callback/wordpress'
  return { ...identifyIo(outbound), redirectUri, state: randomBytes(32).toString('base64url') }
}

/** Signs in on the pages of the site and answers where its form sends the browser. */
async function agree(url: string, { name, pagePassword }: Person, button: string): Promise<URL> {
  const cookie = await signIn(name, pagePassword)
  const page = await (await fetch(url, { headers: { cookie } })).text()
  const hidden = [...page.matchAll(/<input type="hidden"[^>]*>/g)].map(([tag]): [string, string] => [
    / name="([^"]*)"/.exec(tag)?.[1] ?? '',
    plainText(/ value="([^"]*)"/.exec(tag)?.[1] ?? ''),
  ])
  const form = new URLSearchParams(hidden)
  form.set('app_name', new URL(url).searchParams.get('app_name') ?? '')
  form.set(button, '1')
  const at = new URL('/wp-admin/authorize-application.php', url)
  const answer = await fetch(at, { method: 'POST', headers: { cookie }, body: form, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}

async function signIn(name: string, password: string): Promise<string> {
  const answer = await fetch(`${site.url}/wp-login.php`, {
    method: 'POST',
    headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
    body: new URLSearchParams({ log: name, pwd: password, testcookie: '1' }),
    redirect: 'manual',
  })
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}
