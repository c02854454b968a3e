import type { Feed, FeedItem } from '@crier/sdk'
import { findAccounts, nameOf } from '@crier/sdk/plans'
import { answer, type Command, type Input } from '../command/command.ts'
import { changeOptions } from '../command/global-options.ts'
import { readList, readNumber } from '../command/read-arguments.ts'
import { UsageError } from '../command/refusals.ts'
import { alignFacts, alignTable } from '../output/table.ts'
import { clockTime } from '../output/times.ts'
import { idOf, idPositional } from './id-argument.ts'
import { listOptions, printList } from './list.ts'

const id = idPositional('feed')
const actions = ['draft', 'queue', 'publish'] as const

const list: Command = {
  words: ['feeds'],
  summary: 'Lists the feeds whose new items become posts.',
  run: async ({ given, open, terminal }) => {
    const session = await open()
    const { client, reading } = session
    if (given.flag('json'))
      return { data: await client.feeds.list({ limit: 200 }, reading).page(), show: () => '' }
    const zone = await session.zone()
    return answer(await client.feeds.list({}, reading).toArray(), (clean) =>
      clean.length === 0
        ? 'There are no feeds. crier feeds add adds one.'
        : alignTable(
            ['FEED', 'STATUS', 'ACTION', 'WAITING', 'NEXT LOOK', 'NAME'],
            clean.map((one) => [
              one.id,
              one.status,
              one.action,
              String(one.waiting),
              clockTime(one.next_look_at, zone),
              one.title,
            ]),
            terminal.columns,
          ).join('\n'),
    )
  },
}

const show: Command = {
  words: ['feeds', 'show'],
  summary: 'Shows a feed: how it does, and what becomes of its items.',
  positionals: [id],
  run: async (input) =>
    showFeed(input, (session) => session.client.feeds.get(idOf(input.given), session.reading)),
}

const accountOption = {
  to: {
    value: 'ACCOUNT',
    about: 'An account: its id, number, @username, platform, platform:@username, or a group.',
    isMany: true,
  },
} as const
const captionOption = {
  caption: {
    value: 'TEXT',
    about: 'The text of a post, with fields such as {title}, {link}, {summary}, {author} and {hashtags}.',
  },
} as const

const add: Command = {
  words: ['feeds', 'add'],
  summary: 'Adds a feed. Its items of before stay as they are, unless --newest says otherwise.',
  positionals: [{ name: 'address', about: 'the address of a feed, or of a page that names its feed' }],
  options: {
    ...accountOption,
    action: {
      value: 'ACTION',
      about:
        'A new item becomes a draft (unless given), goes to the queue, or is published: draft, queue or publish.',
      choices: actions,
    },
    ...captionOption,
    newest: { value: 'NUMBER', about: 'How many of the items that are there become posts, up to 10.' },
    'max-per-day': { value: 'NUMBER', about: 'The most posts within 24 hours; 10 unless given.' },
    'no-picture': { value: null, about: 'Leaves the pictures of items out.' },
    tag: { value: 'TAG', about: 'A tag of its posts.', isMany: true },
    ...changeOptions,
  },
  examples: ['crier feeds add https://example.org/blog --to @harbour --action queue'],
  run: async (input) => {
    const { given } = input
    const action = readAction(given.text('action') ?? 'draft')
    const [caption, newest, most] = [
      given.text('caption'),
      readNumber(given, 'newest', 0),
      readNumber(given, 'max-per-day', 1),
    ]
    return showFeed(input, async (session) => {
      const accounts = findAccounts(readList(given, 'to'), await session.accounts())
      const body = {
        url: given.needed('address'),
        social_accounts: accounts.map((one) => one.id),
        action,
        with_picture: !given.flag('no-picture'),
        tags: [...readList(given, 'tag')],
        ...(caption === null ? {} : { caption }),
        ...(newest === null ? {} : { newest }),
        ...(most === null ? {} : { max_per_day: most }),
      }
      return session.change((options) => session.client.feeds.create(body, options))
    })
  },
}

const check: Command = {
  words: ['feeds', 'check'],
  summary: 'Reads a feed without adding it, and shows its newest item as a post.',
  positionals: [{ name: 'address', about: 'the address of a feed, or of a page that names its feed' }],
  options: { ...accountOption, ...captionOption },
  run: async ({ given, open }) => {
    const session = await open()
    const names = readList(given, 'to')
    const accounts = names.length === 0 ? [] : await session.accounts()
    const caption = given.text('caption')
    const found = await session.client.feeds.check(
      {
        url: given.needed('address'),
        social_accounts: findAccounts(names, accounts).map((one) => one.id),
        ...(caption === null ? {} : { caption }),
      },
      session.reading,
    )
    return answer(found, (clean) =>
      [
        ...alignFacts([
          ['Feed', clean.title],
          ['Address', clean.url],
          ['Items', String(clean.total)],
        ]),
        ...clean.items.slice(0, 5).map((item) => `- ${item.title || (item.link ?? '')}`),
        ...clean.previews.flatMap((one) => {
          const account = accounts.find((each) => each.id === one.social_account_id)
          return ['', account === undefined ? one.platform : nameOf(account), one.caption]
        }),
      ].join('\n'),
    )
  },
}

const items: Command = {
  words: ['feeds', 'items'],
  summary: 'Lists the items of a feed, and what became of each.',
  positionals: [id],
  options: {
    outcome: {
      value: 'OUTCOME',
      about: 'Items with this outcome: seen, old, waiting, due, posted, skipped or failed.',
      isMany: true,
      choices: ['seen', 'old', 'waiting', 'due', 'posted', 'skipped', 'failed'],
    },
    ...listOptions,
  },
  run: async (input) => {
    const session = await input.open()
    const outcome = readList(input.given, 'outcome') as FeedItem['outcome'][]
    const filter = outcome.length === 0 ? {} : { outcome }
    return printList(
      input,
      (page) => session.client.feeds.listItems(idOf(input.given), { ...filter, ...page }, session.reading),
      async () => {
        const zone = await session.zone()
        return {
          heads: ['ITEM', 'OUTCOME', 'FOUND', 'POST', 'TITLE'],
          row: (item: FeedItem) => [
            item.id,
            item.outcome,
            clockTime(item.found_at, zone),
            item.post_id ?? '',
            item.title || (item.link ?? ''),
          ],
        }
      },
    )
  },
}

const look: Command = {
  words: ['feeds', 'look'],
  summary: 'Looks at a feed now.',
  positionals: [id],
  options: changeOptions,
  run: (input) =>
    showFeed(input, (session) =>
      session.change((options) => session.client.feeds.lookAt(idOf(input.given), options)),
    ),
}

function switching(word: string, status: 'active' | 'paused', summary: string): Command {
  return {
    words: ['feeds', word],
    summary,
    positionals: [id],
    options: changeOptions,
    run: (input) =>
      showFeed(input, (session) =>
        session.change((options) => session.client.feeds.update(idOf(input.given), { status }, options)),
      ),
  }
}

function deciding(decision: 'post' | 'skip', summary: string): Command {
  return {
    words: ['feeds', decision],
    summary,
    positionals: [
      id,
      { name: 'item', about: 'the ids of items; all that wait unless given', isOptional: true, isMany: true },
    ],
    options: changeOptions,
    run: async ({ given, open }) => {
      const session = await open()
      const chosen = readList(given, 'item')
      const body = { decision, ...(chosen.length === 0 ? {} : { items: [...chosen] }) }
      const done = await session.change((options) =>
        session.client.feeds.decideItems(idOf(given), body, options),
      )
      return answer(done, (clean) => `Decided about ${clean.decided}; ${clean.feed.waiting} wait.`)
    },
  }
}

const remove: Command = {
  words: ['feeds', 'remove'],
  summary: 'Removes a feed. Posts that were made of its items stay.',
  positionals: [id],
  options: changeOptions,
  run: async ({ given, open }) => {
    const session = await open()
    const gone = await session.change((options) => session.client.feeds.delete(idOf(given), options))
    return answer(gone, (clean) => `The feed ${clean.id} is removed.`)
  },
}

type Opened = Awaited<ReturnType<Input['open']>>

async function showFeed({ open }: Input, read: (session: Opened) => Promise<Feed>) {
  const session = await open()
  const feed = await read(session)
  const zone = await session.zone()
  const names = new Map((await session.accounts()).map((one) => [one.id, nameOf(one)]))
  return answer(feed, (clean) =>
    alignFacts([
      ['Feed', clean.title],
      ['Address', clean.url],
      ['Id', clean.id],
      ['Status', clean.status],
      ['Problem', clean.problem?.detail ?? null],
      ['Accounts', clean.social_accounts.map((one) => names.get(one) ?? one).join(', ')],
      ['New items', clean.action],
      ['Text', clean.caption],
      ['Waiting', String(clean.waiting)],
      ['Last item', clean.last_item?.title ?? null],
      ['Last look', clockTime(clean.last_look_at, zone)],
      ['Next look', clockTime(clean.next_look_at, zone)],
    ]).join('\n'),
  )
}

function readAction(given: string): Feed['action'] {
  const action = actions.find((each) => each === given)
  if (action === undefined) throw new UsageError(`"${given}" is no action. There are: ${actions.join(', ')}.`)
  return action
}

/** The commands about feeds. */
export const feeds: readonly Command[] = [
  list,
  show,
  add,
  check,
  items,
  look,
  deciding('post', 'Makes posts of items that wait, or of those that are named.'),
  deciding('skip', 'Leaves items that wait be.'),
  switching('pause', 'paused', 'Looks at a feed no more until it is resumed.'),
  switching('resume', 'active', 'Looks at a feed again. Its posts are then made in your name.'),
  remove,
]
