import type { CreatePostInput } from '@crier/sdk'
import { answer, type Command, type Input, type Outcome } from '../command/command.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { explainFaults } from '../command/faulty-request.ts'
import { changeOptions } from '../command/global-options.ts'
import { UsageError } from '../command/refusals.ts'
import { type BuiltPost, buildPost } from '../posts/build-post.ts'
import { describeCheck } from '../posts/describe-check.ts'
import { describePost, describeSaved } from '../posts/describe-post.ts'
import { contentOptions, textPositional, timeOptions, toOption, waitOptions } from '../posts/post-options.ts'
import { readPatience, waitForPost } from '../posts/wait-for-post.ts'
import type { Session } from '../session/session.ts'

/** `crier post`: publishes, schedules or saves a post. */
export const post: Command = {
  words: ['post'],
  summary: 'Publishes a post now, or at a time, or saves it as a draft.',
  details: [
    'All arguments are read before anything is changed. A post that a network would surely refuse is refused as a whole.',
  ],
  positionals: [textPositional],
  options: {
    ...toOption,
    ...timeOptions,
    ...contentOptions,
    id: { value: 'UUID', about: 'Your own UUIDv7 for the post. A post with this id is made once, for ever.' },
    ...changeOptions,
    ...waitOptions,
  },
  examples: [
    'crier post "The harbour is open." --to @harbour,@quay --wait',
    'crier post "Good morning" --to @harbour --at "2026-12-01 09:00" --media dawn.jpg --alt "Boats in the first light"',
    'git log -1 --format=%B | crier post - --to 3 --draft',
  ],
  run: runPost,
}

async function runPost(input: Input): Promise<Outcome> {
  const { given, terminal } = input
  const patience = readPatience(given)
  if (patience !== null && given.flag('draft'))
    throw new UsageError('A draft is not published, so there is nothing to --wait for.')
  requireContent(input)
  const session = await input.open()
  const built = await buildPost(given, session, terminal)
  const id = given.text('id')
  const body = { ...requestOf(built), ...(id === null ? {} : { id }) }
  const saved = await explainFaults(built.causeOf, () =>
    session.change((options) => session.client.posts.create(body, options)),
  )
  for (const { detail } of saved.warnings) terminal.warn(`Warning: ${detail}`)
  if (patience !== null) return waitAndShow(saved.id, patience, session, input)
  if (given.flag('json')) return { data: saved, show: () => '' }
  const [accounts, zone] = await namesAndZone(session)
  return answer(saved, (clean) => describeSaved(clean, accounts, zone))
}

/** @throws UsageError, before anything is asked of the server */
function requireContent({ given }: Input): void {
  if (given.texts('to').length === 0)
    throw new UsageError('--to is missing: it says on which accounts. "crier accounts" lists them.')
  const content = [given.text('text'), given.text('file'), ...given.texts('media'), ...given.texts('option')]
  if (content.every((one) => one === null))
    throw new UsageError(
      'There is nothing to publish: give a text, "-" for standard input, --file or --media.',
    )
}

function requestOf({ members }: BuiltPost): CreatePostInput {
  return { ...members, social_accounts: members.social_accounts ?? [] }
}

/** Follows a post to its outcome, and shows it. */
export async function waitAndShow(
  id: string,
  patienceMs: number,
  session: Session,
  { terminal }: Input,
): Promise<Outcome> {
  const { post: settled, code } = await waitForPost(id, patienceMs, session, terminal)
  const zone = await session.zone()
  const accounts = await session.accounts()
  if (code === exitCodes.underWay)
    terminal.warn(`The outcome is not known yet. The post goes on: crier posts show ${id}`)
  return answer(settled, (clean) => describePost(clean, accounts, zone, terminal), code)
}

// The post is stored already. A key that may publish and not read shows ids in place of names.
async function namesAndZone(session: Session) {
  const accounts = await session.accounts().catch(() => [])
  const zone = await session.zone().catch(() => 'UTC')
  return [accounts, zone] as const
}

/** `crier check`: asks what would stand in the way of a post. */
export const check: Command = {
  words: ['check'],
  summary: 'Says what each network would make of a post, and stores none.',
  details: [
    'The arguments are those of "crier post". Files of --media are uploaded for it; the server deletes them after a day unless a post uses them. It ends with 1 if something stands in the way.',
  ],
  positionals: [textPositional],
  options: { ...toOption, ...timeOptions, ...contentOptions, ...changeOptions },
  examples: ['crier check --file news.txt --to @harbour,@quay'],
  run: async (input) => {
    const { given, terminal } = input
    requireContent(input)
    const session = await input.open()
    const built = await buildPost(given, session, terminal)
    const checked = await explainFaults(built.causeOf, () =>
      session.client.posts.validate(requestOf(built), session.reading),
    )
    const accounts = await session.accounts()
    const code = checked.valid ? exitCodes.done : exitCodes.refused
    return answer(checked, (clean) => describeCheck(clean, accounts, built.causeOf, terminal), code)
  },
}
