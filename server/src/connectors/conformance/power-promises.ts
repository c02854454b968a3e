import { expect } from 'vitest'
import type { Words } from '../../lib/text/sentence.ts'
import type { Account, Connector, Measured, PublishedPost, Step } from '../connector.ts'
import type { IoFactory } from './hand-io.ts'

interface Seen {
  readonly id: string
  readonly text: string
  readonly replyTo: string | null
  readonly images: readonly { readonly altText: string }[]
}

/** The parts of a house that the promises of powers need. */
interface Powered {
  readonly connector: Connector
  readonly account: Account
  readonly io: IoFactory
  readonly world: {
    posts(): Promise<readonly Seen[]>
    revoke(): Promise<void>
    readonly deleteByHand?: ((postId: string) => Promise<void>) | null
    readonly engage?: ((postId: string) => Promise<Measured>) | null
    readonly keepsTextsBesideMedia?: boolean
  }
}

interface Means<House> {
  publish(house: House, text: string, replyTo: Step['replyTo']): Promise<PublishedPost>
  /** With a picture where the network takes one. */
  publishShown(house: House, text: string): Promise<PublishedPost>
  unique(text: string): string
}

interface PowerPromise<House> {
  readonly title: string
  keep(house: House): Promise<void>
}

/** The promises of the powers to delete, to edit and to measure, for connectors that have them. */
export function powerPromises<House extends Powered>(means: Means<House>): PowerPromise<House>[] {
  return [
    deletes(means),
    deletesForGood(means),
    refusesStrangers(means),
    edits(means),
    findsGone(means),
    editsWithAccess(means),
    measures(means),
  ]
}

function deletes<House extends Powered>({ publish, unique }: Means<House>): PowerPromise<House> {
  return {
    title: 'deletes the post that it is given, and no other, where it can delete',
    keep: async (house) => {
      const remove = deleteOf(house)
      if (!remove) return
      const other = await publish(house, unique('To stay'), null)
      const post = await publish(house, unique('To go'), null)
      const parts = [post]
      if (house.connector.limits(house.account).threadMax > 1)
        parts.push(await publish(house, unique('Its answer'), { root: post, parent: post }))
      for (const part of parts.toReversed()) await remove(part)
      const ids = (await house.world.posts()).map(({ id }) => id)
      expect(ids).toContain(other.remoteId)
      for (const { remoteId } of parts) expect(ids, 'a post that was deleted').not.toContain(remoteId)
    },
  }
}

function deletesForGood<House extends Powered>({ publish, unique }: Means<House>): PowerPromise<House> {
  return {
    title: 'takes a post that is gone already for deleted',
    keep: async (house) => {
      const remove = deleteOf(house)
      if (!remove) return
      const post = await publish(house, unique('To go twice'), null)
      await remove(post)
      await remove(post)
      if (!house.world.deleteByHand) return
      const gone = await publish(house, unique('Gone by hand'), null)
      await house.world.deleteByHand(gone.remoteId)
      await remove(gone)
    },
  }
}

function refusesStrangers<House extends Powered>({ publish, unique }: Means<House>): PowerPromise<House> {
  return {
    title: 'says unauthorized when it may no longer delete, and the post stays',
    keep: async (house) => {
      const remove = deleteOf(house)
      if (!remove) return
      const post = await publish(house, unique('Out of reach'), null)
      await house.world.revoke()
      await expect(remove(post)).rejects.toMatchObject({ name: 'Failure', kind: 'unauthorized' })
      expect((await house.world.posts()).map(({ id }) => id)).toContain(post.remoteId)
    },
  }
}

function edits<House extends Powered>({ publish, publishShown, unique }: Means<House>): PowerPromise<House> {
  return {
    title:
      'sets the text of the post that it is given, where it can edit, and leaves everything else as it was',
    keep: async (house) => {
      const edit = editOf(house)
      if (!edit) return
      await publish(house, unique('To stay'), null)
      const shown = await publishShown(house, unique('Wih a typo'))
      const isKept = house.world.keepsTextsBesideMedia === true
      expect(refusalToEdit(house, shown) !== null, 'a refusal to edit the text beside media').toBe(isKept)
      const post = isKept ? await publish(house, unique('Wih a typo'), null) : shown
      const posts = [post]
      if (house.connector.limits(house.account).threadMax > 1)
        posts.push(await publish(house, unique('Is answer'), { root: post, parent: post }))
      for (const [index, each] of posts.entries()) {
        const before = await house.world.posts()
        const text = unique('Grüße & „quotes" 你好 👩‍👩‍👧‍👦 #tag\nsecond line, corrected')
        const part = index === 0 ? 'post' : 'thread'
        // A lost answer makes the engine ask again.
        for (const _ of [1, 2]) expect(await edit(each, part, text)).toBe('edited')
        const expected = before.map((seen) => (seen.id === each.remoteId ? { ...seen, text } : seen))
        expect(await house.world.posts()).toEqual(expected)
        expect(expected.filter((seen) => seen.text === text)).toHaveLength(1)
      }
    },
  }
}

function findsGone<House extends Powered>({ publish, unique }: Means<House>): PowerPromise<House> {
  return {
    title: 'finds out that a post to be edited is gone, and makes no other',
    keep: async (house) => {
      const edit = editOf(house)
      const remove = deleteOf(house)
      if (!edit || !remove) return
      const post = await publish(house, unique('Soon gone'), null)
      await remove(post)
      const before = await house.world.posts()
      expect(await edit(post, 'post', unique('Too late'))).toBe('gone')
      expect(await house.world.posts()).toEqual(before)
    },
  }
}

function editsWithAccess<House extends Powered>({ publish, unique }: Means<House>): PowerPromise<House> {
  return {
    title: 'says unauthorized when it may no longer edit, and the text stays',
    keep: async (house) => {
      const edit = editOf(house)
      if (!edit) return
      const text = unique('Out of reach')
      const post = await publish(house, text, null)
      await house.world.revoke()
      const late = edit(post, 'post', unique('Too late'))
      await expect(late).rejects.toMatchObject({ name: 'Failure', kind: 'unauthorized' })
      const seen = (await house.world.posts()).find(({ id }) => id === post.remoteId)
      expect(seen?.text).toBe(text)
    },
  }
}

function measures<House extends Powered>({ publish, unique }: Means<House>): PowerPromise<House> {
  return {
    title:
      'tells the figures of each post in their order, where it can measure, and null for one that is gone',
    keep: async (house) => {
      const { connector, account, world } = house
      const power = connector.powers.find((each) => each.power === 'measure')
      if (!power || !world.engage) return
      expect(power.most, 'how many posts a call may ask for').toBeGreaterThan(0)
      expect(power.refusal(account)).toBeNull()
      const io = house.io({ commit: null, media: new Map() })
      const seen = await publish(house, unique('Much seen'), null)
      const quiet = await publish(house, unique('Hardly seen'), null)
      const expected = await world.engage(seen.remoteId)
      const asked = power.most > 1 ? [quiet, seen] : [seen]
      const measured = await power.measure(asked, account, io.credentials, io)
      expect(measured).toHaveLength(asked.length)
      expect(measured.at(-1)).toEqual(expected)
      expect(Object.keys(expected).length, 'figures of a post that was seen').toBeGreaterThan(0)
      for (const figure of Object.keys(expected)) expect(power.figures).toContain(figure)
      if (power.most > 1) expect(measured[0]).not.toEqual(expected)
      if (!world.deleteByHand) return
      await world.deleteByHand(seen.remoteId)
      const after = await power.measure(asked, account, io.credentials, io)
      expect(after.at(-1), 'the figures of a post that is gone').toBeNull()
    },
  }
}

/** Deletes a post as the engine does; null where the connector cannot, or not on this account. */
function deleteOf({ connector, account, io }: Powered): ((post: PublishedPost) => Promise<void>) | null {
  const power = connector.powers.find((each) => each.power === 'delete')
  if (!power || power.refusal(account) !== null) return null
  return (post) => {
    const given = io({ commit: null, media: new Map() })
    return power.delete(post, account, given.credentials, given)
  }
}

function refusalToEdit({ connector, account }: Powered, post: PublishedPost): Words | null {
  const power = connector.powers.find((each) => each.power === 'edit')
  return power?.refusal({ post, part: 'post', options: {} }, account) ?? null
}

/** Edits a post as the engine does; null where the connector cannot, or not on this account. */
function editOf({
  connector,
  account,
  io,
}: Powered):
  | ((post: PublishedPost, part: 'post' | 'thread', text: string) => Promise<'edited' | 'gone'>)
  | null {
  const power = connector.powers.find((each) => each.power === 'edit')
  const anyPost = { remoteId: '1', url: '', reference: null }
  if (!power || power.refusal({ post: anyPost, part: 'post', options: {} }, account) !== null) return null
  for (const name of power.options)
    expect(Object.hasOwn(connector.options.properties, name), `the option ${name}`).toBe(true)
  return async (post, part, text) => {
    const editable = { post, part, options: {} }
    expect(power.refusal(editable, account)).toBeNull()
    const given = io({ commit: null, media: new Map() })
    return power.edit({ ...editable, text, changes: {} }, account, given.credentials, given)
  }
}
