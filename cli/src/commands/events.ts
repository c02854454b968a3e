import type { CrierEvent, ListEventsQuery } from '@crier/sdk'
import type { Command, Input, Outcome } from '../command/command.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { readList, readNumber } from '../command/read-arguments.ts'
import { EarlyEnd, UsageError } from '../command/refusals.ts'
import { cleanLine, cleanValue } from '../output/clean-text.ts'
import { shorten } from '../output/table.ts'
import { clockTime } from '../output/times.ts'
import type { Session } from '../session/session.ts'

/** `crier events`: what happened, and with `--follow` what happens. */
export const events: Command = {
  words: ['events'],
  summary: 'Lists what happened, the oldest first, or follows what happens.',
  details: [
    'With --ndjson, or --follow and --json, each event is one line of JSON. A stream that breaks off is opened again behind the last event. Ctrl-C ends it and prints the place to go on from.',
  ],
  options: {
    follow: { value: null, about: 'Prints events as they happen, until Ctrl-C.' },
    type: { value: 'TYPE', about: 'Events of this type alone, such as post.failed.', isMany: true },
    subject: { value: 'ID', about: 'Events about this post, result, account, medium or endpoint alone.' },
    cursor: { value: 'CURSOR', about: 'The place behind which to begin.' },
    limit: { value: 'NUMBER', about: 'How many, without --follow; 20 unless given.' },
    ndjson: { value: null, about: 'Prints the JSON of each event on a line of its own.' },
  },
  examples: ['crier events --follow --type post.failed,post.needs_review --ndjson'],
  run: async (input) => {
    const { given } = input
    if (given.flag('follow') && given.text('limit') !== null)
      throw new UsageError('--limit is for lists; --follow goes on until Ctrl-C.')
    const session = await input.open()
    return given.flag('follow') ? follow(input, session) : list(input, session)
  },
}

function filtersOf({ given }: Input): Pick<ListEventsQuery, 'type' | 'subject'> {
  const types = readList(given, 'type')
  const subject = given.text('subject')
  return {
    ...(types.length === 0 ? {} : { type: types as CrierEvent['type'][] }),
    ...(subject === null ? {} : { subject }),
  }
}

async function list(input: Input, session: Session): Promise<Outcome> {
  const { given, terminal } = input
  const cursor = given.text('cursor')
  const query = {
    ...filtersOf(input),
    limit: readNumber(given, 'limit', 1) ?? 20,
    ...(cursor === null ? {} : { cursor }),
  }
  const page = await session.client.events.list(query, session.reading).page()
  if (given.flag('json') && !given.flag('ndjson')) return { data: page, show: () => '' }
  const zone = given.flag('ndjson') ? 'UTC' : await session.zone()
  for (const event of page.data) print(event, zone, input)
  const { cursor: end, next } = page.meta
  if (!given.flag('ndjson') && next !== null && end !== undefined)
    terminal.advise(`Times are those of ${zone}. More: --cursor ${end}`)
  return {}
}

async function follow(input: Input, session: Session): Promise<Outcome> {
  const { given, terminal, signal } = input
  // A server that does not answer, or refuses the key, ends the command; later the stream waits for it.
  const zone = await session.zone()
  let last = given.text('cursor')
  const options = { ...filtersOf(input), signal, ...(last === null ? {} : { lastEventId: last }) }
  terminal.advise(`Waiting for events. Times are those of ${zone}.`)
  try {
    for await (const { cursor, ...event } of session.client.events.stream(options)) {
      print(event as CrierEvent, zone, input)
      last = cursor ?? last
    }
  } catch (error) {
    if (!signal.aborted) throw error
    throw new EarlyEnd(
      last === null ? 'Stopped.' : `Stopped. Go on with: --cursor ${last}`,
      exitCodes.interrupted,
    )
  }
  return {}
}

/** The reason that an event gives: of a file, a result, a feed, an item of one, or a recurrence. */
function reasonIn(data: object): string | undefined {
  const { detail, error, problem, notes, problems } = data as Reasons
  return detail ?? error?.message ?? problem?.detail ?? notes?.[0]?.detail ?? problems?.[0]?.detail
}

interface Reasons {
  readonly detail?: string
  readonly error?: { readonly message?: string } | null
  readonly problem?: { readonly detail?: string } | null
  readonly notes?: readonly { readonly detail?: string }[]
  readonly problems?: readonly { readonly detail?: string }[]
}

function print(event: CrierEvent, zone: string, { given, terminal }: Input): void {
  if (given.flag('ndjson') || given.flag('json')) {
    terminal.printJson(event)
    return
  }
  const { type, created_at: at, data } = cleanValue(event)
  const { id, caption, username, name, title } = data as unknown as Record<string, unknown>
  const words = [caption, username, name, title].find((one) => typeof one === 'string' && one !== '')
  const line = [clockTime(at, zone), type, id, reasonIn(data) ?? words]
    .filter((one) => typeof one === 'string')
    .map(String)
  terminal.print(shorten(cleanLine(line.join('  ')), terminal.columns ?? 400))
}
