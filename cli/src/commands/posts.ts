import { answerOf, type ListPostsQuery, type PostWithResults } from '@crier/sdk'
import { findAccounts } from '@crier/sdk/plans'
import { answer, type Command, type Input, type Options, type Outcome } from '../command/command.ts'
import { explainFaults } from '../command/faulty-request.ts'
import { changeOptions } from '../command/global-options.ts'
import { readList, readNumber } from '../command/read-arguments.ts'
import { UsageError } from '../command/refusals.ts'
import { clockTime, fullTime, readMoment } from '../output/times.ts'
import { buildPost, type PostMembers } from '../posts/build-post.ts'
import { describePost, describeSaved } from '../posts/describe-post.ts'
import { mergeConfigurations } from '../posts/merge-configurations.ts'
import { contentOptions, textPositional, timeOptions, toOption, waitOptions } from '../posts/post-options.ts'
import { readPatience } from '../posts/wait-for-post.ts'
import type { Session } from '../session/session.ts'
import { idOf, idPositional } from './id-argument.ts'
import { listOptions, printList, readFilters } from './list.ts'
import { waitAndShow } from './post.ts'

const statuses = [
  'draft',
  'scheduled',
  'processing',
  'posted',
  'partial',
  'failed',
  'held',
  'needs_review',
  'canceled',
]

/** `crier posts`: lists posts. */
const list: Command = {
  words: ['posts'],
  summary: 'Lists posts, the newest first.',
  options: {
    status: {
      value: 'STATUS',
      about: `Posts with this status: ${statuses.join(', ')}.`,
      isMany: true,
      choices: statuses,
    },
    approval: {
      value: 'STATE',
      about: 'Posts whose approval is waiting, approved or returned.',
      isMany: true,
      choices: ['waiting', 'approved', 'returned'],
    },
    platform: { value: 'PLATFORM', about: 'Posts on this platform.', isMany: true },
    account: { value: 'ACCOUNT', about: 'Posts on this account, named as with --to.', isMany: true },
    tag: { value: 'TAG', about: 'Posts with this tag.', isMany: true },
    'external-id': { value: 'ID', about: 'Posts with this id of your own.', isMany: true },
    text: { value: 'TEXT', about: 'Posts whose text contains this.' },
    from: {
      value: 'TIME',
      about: 'Posts scheduled or published at this time or later; a date, or a time as with --at.',
    },
    to: { value: 'TIME', about: 'Posts scheduled or published at this time or earlier.' },
    order: {
      value: 'ORDER',
      about: 'created_at or scheduled_at; with a dash before it, the latest first (--order=-scheduled_at).',
      choices: ['created_at', '-created_at', 'scheduled_at', '-scheduled_at'],
    },
    ...listOptions,
  },
  examples: [
    'crier posts --status scheduled --order scheduled_at',
    'crier posts --status failed --all --ndjson',
  ],
  run: async (input) => {
    const { given } = input
    const session = await input.open()
    const query: ListPostsQuery = {
      ...readFilters(given, ['status', 'approval', 'platform', 'tag', 'external-id']),
      ...(await accountFilter(given, session)),
      ...(await spanOf(given, session)),
      ...(given.text('text') === null ? {} : { text: given.needed('text') }),
      ...(given.text('order') === null ? {} : { order: given.needed('order') as 'created_at' }),
    }
    return printList(
      input,
      (page) => session.client.posts.list({ ...query, ...page }, session.reading),
      async () => {
        const zone = await session.zone()
        const accounts = await session.accounts()
        const platformsOf = ({ social_accounts: ids }: PostWithResults) =>
          [...new Set(ids.map((id) => accounts.find((one) => one.id === id)?.platform ?? '?'))].join(', ')
        return {
          heads: ['POST', 'STATUS', 'TIME', 'PLATFORMS', 'TEXT'],
          row: (one) => [
            one.id,
            one.status,
            clockTime(one.scheduled_at ?? one.created_at, zone),
            platformsOf(one),
            one.caption,
          ],
          foot: `Times are those of ${zone}.`,
        }
      },
    )
  },
}

async function accountFilter(given: Input['given'], session: Session): Promise<ListPostsQuery> {
  const names = readList(given, 'account')
  if (names.length === 0) return {}
  return { social_account_id: findAccounts(names, await session.accounts()).map(({ id }) => id) }
}

/** Dates go to the server as they are, times by the clock of the workspace. */
async function spanOf(given: Input['given'], session: Session): Promise<ListPostsQuery> {
  const read = async (name: 'from' | 'to') => {
    const text = given.text(name)
    if (text === null) return {}
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return { [name]: text }
    return { [name]: readMoment(name, text, await session.zone()).iso }
  }
  return { ...(await read('from')), ...(await read('to')) }
}

const show: Command = {
  words: ['posts', 'show'],
  summary: 'Shows a post, and how it fared on each account.',
  positionals: [idPositional('post')],
  options: waitOptions,
  run: async (input) => {
    const { given, terminal } = input
    const id = idOf(given)
    const patience = readPatience(given)
    const session = await input.open()
    if (patience !== null) return waitAndShow(id, patience, session, input)
    const post = await session.client.posts.get(id, { expand: ['results', 'author'] }, session.reading)
    if (given.flag('json')) return { data: post, show: () => '' }
    const zone = await session.zone()
    const accounts = await session.accounts()
    return answer(post, (clean) => describePost(clean, accounts, zone, terminal))
  },
}

const edit: Command = {
  words: ['posts', 'edit'],
  summary: 'Changes a post that is not being published yet. Everything that is not named stays.',
  positionals: [idPositional('post'), textPositional],
  options: {
    ...toOption,
    at: timeOptions.at ?? { value: 'TIME', about: '' },
    now: { value: null, about: 'Publishes it now in place of its time.' },
    queue: timeOptions.queue ?? { value: null, about: '' },
    publish: { value: null, about: 'Makes a post of a draft: at its time, or now where it has none.' },
    draft: { value: null, about: 'Makes a draft of it.' },
    ...contentOptions,
    ...changeOptions,
  },
  examples: ['crier posts edit 01a2034b-563e-7778-bccd-927e4ed30aff --at "2026-12-02 09:00"'],
  run: runEdit,
}

async function runEdit(input: Input): Promise<Outcome> {
  const { given, terminal } = input
  const id = idOf(given)
  if (given.flag('now') && (given.text('at') !== null || given.flag('queue')))
    throw new UsageError('--now stands alone: --at and --queue name another time.')
  if (given.flag('publish') && given.flag('draft'))
    throw new UsageError('--publish and --draft exclude each other.')
  const session = await input.open()
  const { client } = session
  const before = await client.posts.get(id, {}, session.reading)
  const built = await buildPost(given, session, terminal, { standing: before.social_accounts })
  const members: PostMembers = {
    ...mergeConfigurations(before, built.members),
    ...(given.flag('now') ? { scheduled_at: null } : {}),
    ...(given.flag('publish') ? { is_draft: false } : {}),
  }
  if (Object.keys(members).length === 0)
    throw new UsageError('Nothing is to be changed: give a text or an option.')
  const ifMatch = answerOf(before)?.etag
  // The change is refused if somebody else changed the post since it was read.
  const saved = await explainFaults(built.causeOf, () =>
    session.change((options) => client.posts.update(id, members, { ...options, ifMatch })),
  )
  for (const { detail } of saved.warnings) terminal.warn(`Warning: ${detail}`)
  return showSaved(saved, session, input)
}

async function showSaved(
  saved: Parameters<typeof describeSaved>[0],
  session: Session,
  { given }: Input,
): Promise<Outcome> {
  if (given.flag('json')) return { data: saved, show: () => '' }
  const accounts = await session.accounts().catch(() => [])
  const zone = await session.zone().catch(() => 'UTC')
  return answer(saved, (clean) => describeSaved(clean, accounts, zone))
}

/** A command that changes one post and answers it. */
function change(
  word: string,
  summary: string,
  options: Options,
  make: (session: Session, id: string, input: Input) => Promise<Parameters<typeof describeSaved>[0]>,
): Command {
  return {
    words: ['posts', word],
    summary,
    positionals: [idPositional('post')],
    options: { ...options, ...changeOptions },
    run: async (input) => {
      const id = idOf(input.given)
      const session = await input.open()
      return showSaved(await make(session, id, input), session, input)
    },
  }
}

const cancel = change(
  'cancel',
  'Stops a post that is not being published yet, on all its accounts.',
  {},
  (session, id) => session.change((options) => session.client.posts.cancel(id, options)),
)

const duplicate = change('duplicate', 'Makes a draft with the same content.', {}, (session, id) =>
  session.change((options) => session.client.posts.duplicate(id, options)),
)

const commentOption: Options = { comment: { value: 'TEXT', about: 'A word to the others.' } }
const versionOption: Options = {
  version: {
    value: 'NUMBER',
    about:
      'The version of the content that you saw, as "crier posts show" says. A newer one is refused then.',
  },
}

const submit = change('submit', 'Asks for approval of a draft.', commentOption, (session, id, { given }) =>
  session.change((options) => session.client.posts.submit(id, commentOf(given), options)),
)

const approve = change(
  'approve',
  'Approves a post that waits for it.',
  {
    ...versionOption,
    ...commentOption,
    now: { value: null, about: 'Publishes it now, where its time has passed.' },
    at: { value: 'TIME', about: 'Gives it a new time, written as with "crier post".' },
  },
  async (session, id, { given, terminal }) => {
    const at = given.text('at')
    const zone = at === null ? 'UTC' : await session.zone()
    const moment = at === null ? null : readMoment('at', at, zone)
    if (moment !== null) terminal.advise(`--at is ${fullTime(moment.iso, zone)}.`)
    const body = {
      ...versionOf(given),
      ...commentOf(given),
      ...(given.flag('now') ? { publish_now: true } : {}),
      ...(moment === null ? {} : { scheduled_at: moment.iso }),
    }
    return session.change((options) => session.client.posts.approve(id, body, options))
  },
)

const giveBack = change(
  'return',
  'Gives a post that waits for approval back to its author, as a draft.',
  { ...versionOption, comment: { value: 'TEXT', about: 'Says what should change; needed.' } },
  (session, id, { given }) => {
    const body = { comment: given.needed('comment'), ...versionOf(given) }
    return session.change((options) => session.client.posts.return(id, body, options))
  },
)

function commentOf(given: Input['given']): { comment?: string } {
  const comment = given.text('comment')
  return comment === null ? {} : { comment }
}

function versionOf(given: Input['given']): { version?: number } {
  const version = readNumber(given, 'version', 1)
  return version === null ? {} : { version }
}

const remove: Command = {
  words: ['posts', 'delete'],
  summary: 'Deletes a post, so that nothing of it is published afterwards.',
  positionals: [idPositional('post')],
  options: {
    unpublish: { value: null, about: 'Also deletes what is public of it, at its networks.' },
    ...changeOptions,
  },
  run: async ({ given, open }) => {
    const id = idOf(given)
    const session = await open()
    const query = given.flag('unpublish') ? { unpublish: true } : {}
    const deleted = await session.change((options) => session.client.posts.delete(id, query, options))
    return answer(deleted, (clean) =>
      clean.deleted
        ? `Post ${clean.id} is deleted.`
        : `Post ${clean.id} is being deleted at its networks. How far it is: crier posts show ${clean.id}`,
    )
  },
}

const retry: Command = {
  words: ['posts', 'retry'],
  summary: 'Tries a post again on the accounts where it failed.',
  positionals: [idPositional('post')],
  options: { ...changeOptions, ...waitOptions },
  run: async (input) => {
    const id = idOf(input.given)
    const patience = readPatience(input.given)
    const session = await input.open()
    const retried = await session.change((options) => session.client.posts.retry(id, options))
    if (patience !== null) return waitAndShow(id, patience, session, input)
    return answer(retried, (clean) =>
      clean.results
        .map(
          (one) =>
            `${one.id}  ${one.retried ? 'is tried again' : `is not tried again: ${one.detail ?? one.code}`}`,
        )
        .join('\n'),
    )
  },
}

/** The commands that look after posts. */
export const posts: readonly Command[] = [
  list,
  show,
  edit,
  cancel,
  remove,
  retry,
  duplicate,
  submit,
  approve,
  giveBack,
]
