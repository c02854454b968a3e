import type { ListPostResultsQuery, PostResult, ResolvePostResultInput } from '@crier/sdk'
import { findAccounts, nameOf } from '@crier/sdk/plans'
import { answer, type Command } from '../command/command.ts'
import { changeOptions } from '../command/global-options.ts'
import { readList } from '../command/read-arguments.ts'
import { clockTime } from '../output/times.ts'
import { describeResult } from '../posts/describe-result.ts'
import type { Session } from '../session/session.ts'
import { idOf, idPositional } from './id-argument.ts'
import { listOptions, printList, readFilters } from './list.ts'

const statuses = [
  'pending',
  'publishing',
  'confirming',
  'published',
  'failed',
  'held',
  'needs_review',
  'canceled',
  'any',
]

const list: Command = {
  words: ['results'],
  summary: 'Lists how posts fared, one line for each account.',
  details: ['Unless --status asks for others or "any", it lists outcomes: published, failed and canceled.'],
  options: {
    status: {
      value: 'STATUS',
      about: `Results with this status: ${statuses.join(', ')}.`,
      isMany: true,
      choices: statuses,
    },
    post: { value: 'ID', about: 'Results of this post.', isMany: true },
    platform: { value: 'PLATFORM', about: 'Results on this platform.', isMany: true },
    account: { value: 'ACCOUNT', about: 'Results on this account, named as with --to.', isMany: true },
    ...listOptions,
  },
  run: async (input) => {
    const { given } = input
    const session = await input.open()
    const names = readList(given, 'account')
    const query: ListPostResultsQuery = {
      ...readFilters(given, ['status', 'platform']),
      ...(given.texts('post').length === 0 ? {} : { post_id: readList(given, 'post') }),
      ...(names.length === 0
        ? {}
        : { social_account_id: findAccounts(names, await session.accounts()).map(({ id }) => id) }),
    }
    return printList(
      input,
      (page) => session.client.postResults.list({ ...query, ...page }, session.reading),
      async () => {
        const zone = await session.zone()
        return {
          heads: ['RESULT', 'STATUS', 'TIME', 'ACCOUNT', 'WHERE OR WHY'],
          row: (one) => [
            one.id,
            one.status,
            clockTime(one.published_at ?? one.scheduled_at, zone),
            accountOf(one),
            fateOf(one),
          ],
          foot: `Times are those of ${zone}.`,
        }
      },
    )
  },
}

function accountOf({ platform, platform_data: { username } }: PostResult): string {
  return nameOf({ platform, username })
}

function fateOf({ platform_data: { url }, error, held_reason: held, review }: PostResult): string {
  return url ?? error?.message ?? held ?? review?.reason ?? ''
}

const show: Command = {
  words: ['results', 'show'],
  summary: 'Shows how a post fared on one account, with every attempt.',
  positionals: [idPositional('result')],
  run: async ({ given, open, terminal }) => {
    const id = idOf(given)
    const session = await open()
    const result = await session.client.postResults.get(id, session.reading)
    const zone = await session.zone()
    return answer(result, (clean) =>
      [
        ...describeResult(clean, zone, terminal),
        `Post ${clean.post_id}`,
        ...clean.attempts.map(
          (one) =>
            `${clockTime(one.started_at, zone)}  ${one.stage}  ${one.outcome}${one.error === null ? '' : `  ${one.error.message}`}`,
        ),
      ].join('\n'),
    )
  },
}

function change(
  word: string,
  summary: string,
  make: (session: Session, id: string) => Promise<PostResult>,
): Command {
  return {
    words: ['results', word],
    summary,
    positionals: [idPositional('result')],
    options: changeOptions,
    run: async ({ given, open, terminal }) => {
      const id = idOf(given)
      const session = await open()
      const result = await make(session, id)
      const zone = given.flag('json') ? 'UTC' : await session.zone()
      return answer(result, (clean) => describeResult(clean, zone, terminal).join('\n'))
    },
  }
}

const retry = change('retry', 'Tries a post again on one account where it failed.', (session, id) =>
  session.change((options) => session.client.postResults.retry(id, options)),
)

const cancel = change('cancel', 'Stops a post on one account.', (session, id) =>
  session.change((options) => session.client.postResults.cancel(id, options)),
)

const outcomes = ['published', 'not_published', 'discard'] as const

const resolve: Command = {
  words: ['resolve'],
  summary: 'Answers for a result that needs review whether the post is public.',
  details: [
    'Look at the network first; "crier posts show" says where. "published" settles it. "not_published" sends the post now, so it appears twice if it was there. "discard" gives it up, although it may be public.',
  ],
  positionals: [idPositional('result'), { name: 'outcome', about: 'the outcome', choices: outcomes }],
  options: {
    link: { value: 'URL', about: 'The address of the published post, if you know it.' },
    ...changeOptions,
  },
  examples: ['crier resolve 01a2034b-563e-7778-bccd-927e4ed30aff published --link https://example.org/p/1'],
  run: async ({ given, open, terminal }) => {
    const id = idOf(given)
    const link = given.text('link')
    const outcome = given.needed('outcome') as ResolvePostResultInput['outcome']
    const session = await open()
    const body = { outcome, ...(link === null ? {} : { url: link }) }
    const result = await session.change((options) => session.client.postResults.resolve(id, body, options))
    const zone = given.flag('json') ? 'UTC' : await session.zone()
    return answer(result, (clean) => describeResult(clean, zone, terminal).join('\n'))
  },
}

/** The commands about post results. */
export const results: readonly Command[] = [list, show, retry, cancel, resolve]
