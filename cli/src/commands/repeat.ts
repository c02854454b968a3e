import type { CreateRecurrenceInput, Recurrence, RecurrenceRule, UpdateRecurrenceInput } from '@crier/sdk'
import { nameOf } from '@crier/sdk/plans'
import { answer, type Command, type Options } from '../command/command.ts'
import { explainFaults } from '../command/faulty-request.ts'
import type { Given } from '../command/given.ts'
import { changeOptions } from '../command/global-options.ts'
import { readNumber } from '../command/read-arguments.ts'
import { UsageError } from '../command/refusals.ts'
import { alignFacts, alignTable } from '../output/table.ts'
import { clockTime } from '../output/times.ts'
import { buildPost } from '../posts/build-post.ts'
import { mergeConfigurations } from '../posts/merge-configurations.ts'
import { contentOptions, textPositional, toOption } from '../posts/post-options.ts'
import { describeRule, readRule } from '../recurrences/read-rule.ts'
import { idOf, idPositional } from './id-argument.ts'

/** The options that say when something repeats, and in which words. */
const ruleOptions: Options = {
  every: { value: 'SPAN', about: 'How often: day, week, month, or several, such as "2 weeks".' },
  on: {
    value: 'DAYS',
    about:
      'Weekdays, such as mon,thu; or days of the month, such as 1,15; or one of its weekdays, "first mon".',
    isMany: true,
  },
  time: { value: 'HH:MM', about: 'When on the day, by the clock of the workspace.', isMany: true },
  say: {
    value: 'TEXT',
    about: 'A text that takes its turn in place of the usual one, for networks that refuse equal words.',
    isMany: true,
  },
  starts: { value: 'DATE', about: 'The first day; today unless given.' },
  ends: { value: 'DATE', about: 'The last day.' },
  count: { value: 'NUMBER', about: 'Ends after so many posts.' },
}

const again: Command = {
  words: ['repeat'],
  summary: 'Posts something again and again.',
  details: ['The arguments are those of "crier post", with a rule in place of a time.'],
  positionals: [textPositional],
  options: {
    ...toOption,
    ...ruleOptions,
    ...contentOptions,
    ...changeOptions,
  },
  examples: ['crier repeat "The market is open." --to @harbour --every week --on mon,thu --time 09:00'],
  run: async ({ given, open, terminal }) => {
    if (given.texts('to').length === 0)
      throw new UsageError('--to is missing: it says on which accounts. "crier accounts" lists them.')
    const rule = readRule(given)
    const count = readNumber(given, 'count', 1)
    const session = await open()
    const { members, causeOf } = await buildPost(given, session, terminal)
    const { social_accounts = [], use_queue: _q, is_draft: _d, scheduled_at: _s, ...content } = members
    const body: CreateRecurrenceInput = {
      ...(content as Omit<CreateRecurrenceInput, 'rule' | 'social_accounts'>),
      social_accounts,
      rule,
      variations: given.texts('say').map((caption) => ({ caption })),
      starts_on: given.text('starts'),
      ends_on: given.text('ends'),
      ends_after: count,
    }
    const made = await explainFaults(causeOf, () =>
      session.change((options) => session.client.recurrences.create(body, options)),
    )
    for (const { detail } of made.warnings) terminal.warn(`Warning: ${detail}`)
    return answer(made, (clean) => `Recurrence ${clean.id}: ${describeRule(clean.rule)}. ${nextWords(clean)}`)
  },
}

function nextWords({ next_times: [next], timezone }: Recurrence): string {
  return next === undefined
    ? 'No time is to come.'
    : `The next is at ${clockTime(next.at, timezone)} (${timezone}).`
}

const list: Command = {
  words: ['repeats'],
  summary: 'Lists what repeats.',
  run: async ({ given, open, terminal }) => {
    const session = await open()
    if (given.flag('json'))
      return {
        data: await session.client.recurrences.list({ limit: 200 }, session.reading).page(),
        show: () => '',
      }
    const all = await session.client.recurrences.list({}, session.reading).toArray()
    return answer(all, (clean) =>
      clean.length === 0
        ? 'Nothing repeats. crier repeat begins something.'
        : alignTable(
            ['RECURRENCE', 'STATE', 'RULE', 'NEXT', 'TEXT'],
            clean.map((one) => [
              one.id,
              one.status,
              describeRule(one.rule),
              one.next_times[0] === undefined ? '–' : clockTime(one.next_times[0].at, one.timezone),
              one.variations[0]?.caption ?? one.caption,
            ]),
            terminal.columns,
          ).join('\n'),
    )
  },
}

const show: Command = {
  words: ['repeats', 'show'],
  summary: 'Shows a recurrence: its next times, and what is wrong with it.',
  positionals: [idPositional('recurrence')],
  run: async ({ given, open }) => {
    const session = await open()
    const one = await session.client.recurrences.get(idOf(given), session.reading)
    const names = new Map((await session.accounts()).map((account) => [account.id, nameOf(account)]))
    return answer(one, (clean) =>
      alignFacts([
        ['Recurrence', clean.id],
        ['Status', clean.status],
        ['Problems', clean.problems.map(({ detail }) => detail).join('\n')],
        ['Rule', `${describeRule(clean.rule)} (${clean.timezone})`],
        ['Ends', clean.ends_on],
        ['Next', clean.next_times.map(({ at }) => clockTime(at, clean.timezone)).join('\n')],
        ['Planned', String(clean.planned)],
        ['Missed', clean.missed === 0 ? null : String(clean.missed)],
        ['Accounts', clean.social_accounts.map((id) => names.get(id) ?? id).join(', ')],
        ['Text', clean.caption],
        ['In turn', clean.variations.map(({ caption }) => caption ?? clean.caption).join('\n')],
      ]).join('\n'),
    )
  },
}

const edit: Command = {
  words: ['repeats', 'edit'],
  summary: 'Changes a recurrence and its posts to come. Everything that is not named stays.',
  details: ['Posts that somebody has changed by hand stay. "--ends never" takes its end away.'],
  positionals: [idPositional('recurrence'), textPositional],
  options: { ...toOption, ...ruleOptions, ...contentOptions, ...changeOptions },
  run: async ({ given, open, terminal }) => {
    const id = idOf(given)
    const count = readNumber(given, 'count', 1)
    const session = await open()
    const before = await session.client.recurrences.get(id, session.reading)
    const { members, causeOf } = await buildPost(given, session, terminal, {
      standing: before.social_accounts,
    })
    const says = given.texts('say')
    const starts = given.text('starts')
    const body: UpdateRecurrenceInput = {
      ...(mergeConfigurations(before, members) as UpdateRecurrenceInput),
      ...changedRule(given, before.rule),
      ...(says.length === 0 ? {} : { variations: says.map((caption) => ({ caption })) }),
      ...(starts === null ? {} : { starts_on: starts }),
      ...endsOf(given.text('ends')),
      ...(count === null ? {} : { ends_after: count }),
    }
    if (Object.keys(body).length === 0)
      throw new UsageError('Nothing is to be changed: give a text or an option.')
    const changed = await explainFaults(causeOf, () =>
      session.change((options) => session.client.recurrences.update(id, body, options)),
    )
    for (const { detail } of changed.warnings) terminal.warn(`Warning: ${detail}`)
    return answer(changed, (clean) => {
      const { added, updated, removed, left } = clean.posts
      const posts = `Posts changed: ${updated}, added: ${added}, deleted: ${removed}, left alone: ${left}.`
      return `Recurrence ${clean.id}: ${describeRule(clean.rule)}. ${nextWords(clean)} ${posts}`
    })
  },
}

function changedRule(given: Given, before: RecurrenceRule): Pick<UpdateRecurrenceInput, 'rule'> {
  const isNamed = ['every', 'on', 'time'].some((name) => given.texts(name).length > 0)
  return isNamed ? { rule: readRule(given, before) } : {}
}

function endsOf(ends: string | null): Pick<UpdateRecurrenceInput, 'ends_on' | 'ends_after'> {
  if (ends === null) return {}
  return ends === 'never' ? { ends_on: null, ends_after: null } : { ends_on: ends }
}

function pausing(word: string, status: 'active' | 'paused', summary: string): Command {
  return {
    words: ['repeats', word],
    summary,
    positionals: [idPositional('recurrence')],
    options: changeOptions,
    run: async ({ given, open }) => {
      const id = idOf(given)
      const session = await open()
      const changed = await session.change((options) =>
        session.client.recurrences.update(id, { status }, options),
      )
      return answer(changed, ({ posts: { added, removed, left } }) =>
        [
          status === 'paused' ? `Paused. Posts taken away: ${removed}.` : `Resumed. Posts planned: ${added}.`,
          ...(left === 0 ? [] : [`Posts left alone, because somebody has changed them: ${left}.`]),
        ].join(' '),
      )
    },
  }
}

const remove: Command = {
  words: ['repeats', 'delete'],
  summary: 'Ends a recurrence, and deletes its posts to come.',
  positionals: [idPositional('recurrence')],
  options: {
    'keep-posts': { value: null, about: 'Leaves the posts that are planned already.' },
    ...changeOptions,
  },
  run: async ({ given, open }) => {
    const id = idOf(given)
    const query = given.flag('keep-posts') ? { keep_posts: true } : {}
    const session = await open()
    const gone = await session.change((options) => session.client.recurrences.delete(id, query, options))
    return answer(
      gone,
      (clean) =>
        `Recurrence ${clean.id} is deleted. Posts deleted with it: ${clean.posts.removed}; left: ${clean.posts.left}.`,
    )
  },
}

/** The commands about posts that go out again and again. */
export const repeat: readonly Command[] = [
  again,
  list,
  show,
  edit,
  pausing('pause', 'paused', 'Takes the posts to come away until it is resumed.'),
  pausing('resume', 'active', 'Plans its posts again, from now on.'),
  remove,
]
