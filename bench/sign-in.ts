import { sql } from '../server/src/db/database.ts'
import type { Figure, Measuring } from './figure.ts'
import { openPlace, type Place } from './place.ts'
import { processorTime } from './processor-time.ts'
import { median, medianInterval } from './statistics.ts'

/** Pairs of sign-ins in a round. */
const perRound = 40
const [least, most] = [0.9, 1.1]

/** A stranger's clock must not tell who has an account. */
export const signIn: Figure = {
  name: 'SIGN-IN',
  what: 'a sign-in with a wrong password for an address that somebody has; against one that nobody has, in pairs',
  goal: 'between 0.9 and 1.1 ×, in time and in processor time, and the same answer to the letter',
  measure,
}

interface Tried {
  readonly ms: number
  /** Processor time of the server and its PostgreSQL. */
  readonly us: number
  readonly text: string
}

async function measure({ rounds, say, ...how }: Measuring): Promise<void> {
  const place = await openPlace(how)
  const [known, unknown] = [tries(place, 'a@example.org'), tries(place, 'b@example.org')]
  // The first ones load what all need.
  const answers = [(await known()).text, (await unknown()).text]
  const ratios: number[] = []
  const used = { known: 0, unknown: 0 }
  for (let pair = 0; pair < rounds * perRound; pair += 1) {
    // Each goes first in every other pair, so that a machine that becomes slower or faster favours neither.
    const isKnownFirst = pair % 2 === 0
    const first = await (isKnownFirst ? known() : unknown())
    const second = await (isKnownFirst ? unknown() : known())
    const [ofKnown, ofUnknown] = isKnownFirst ? [first, second] : [second, first]
    ratios.push(ofKnown.ms / ofUnknown.ms)
    used.known += ofKnown.us
    used.unknown += ofUnknown.us
    answers.push(ofKnown.text, ofUnknown.text)
  }
  const [low, high] = medianInterval(ratios)
  const work = used.known / used.unknown
  const isSame = new Set(answers).size === 1
  say(
    `time: ${median(ratios).toFixed(3)} × in the middle of ${ratios.length} pairs, with 95 % confidence between ${low.toFixed(3)} and ${high.toFixed(3)}`,
  )
  say(
    `processor time: ${work.toFixed(3)} × (${Math.round(used.known / ratios.length)} and ${Math.round(used.unknown / ratios.length)} µs)`,
  )
  say(`the answers are ${isSame ? 'the same' : 'NOT the same'}`)
  const isEven = work > least && work < most
  if (isSame && isEven && low > least && high < most) say('reached')
  else if (isSame && isEven && low < most && high > least)
    say('not decided: the times of these pairs differ too much. Take more rounds')
  else say('NOT reached')
}

function tries(place: Place, email: string): () => Promise<Tried> {
  return async () => {
    await place.db.run(sql`delete from sign_in_counts`)
    const before = processorTime(place.pid)
    const startedAt = performance.now()
    const answer = await fetch(`${place.url}/app/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email, password: 'not the password' }),
    })
    const text = await answer.text()
    const ms = performance.now() - startedAt
    const after = processorTime(place.pid)
    if (answer.status !== 401) throw new Error(`A sign-in was answered ${answer.status}: ${text}`)
    const us = after.server + after.database - before.server - before.database
    return { ms, us, text: text.replace(/"request_id":"[^"]*"/, '') }
  }
}
