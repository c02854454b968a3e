import { chanceOf } from './random.ts'

/** A fault of the network with a commit. Without one, it takes the commit and says so at once. */
export type Fault =
  | 'none'
  /** The connection breaks before anything was done. */
  | 'lost_before'
  /** It is done, and the connection breaks before the answer. */
  | 'lost_after'
  /** 500 without and with effect. */
  | 'broken_before'
  | 'broken_after'
  /** 429. */
  | 'limited'
  /** It takes a while before it is done, or between that and the answer. */
  | 'slow_before'
  | 'slow_after'
  /** The connection breaks at once, and the network works on for longer than anybody looks. */
  | 'works_on'
  /** 422, for good. */
  | 'refused'
  /** 202: public a moment later. */
  | 'accepted'

/** How many of a hundred commits meet each fault, how many reads answer 503, and how many answers hold hostile texts. */
export type FaultRates = Readonly<Record<Exclude<Fault, 'none'> | 'read_fails' | 'hostile', number>>

/**
 * The rates of the release gate, and besides them a few refusals for good, a few answers of "later", and some that are worked
 * on after the connection is gone.
 */
export const gateRates: FaultRates = {
  lost_before: 5,
  lost_after: 8,
  broken_before: 4.5,
  broken_after: 4.5,
  limited: 4,
  slow_before: 5,
  slow_after: 5,
  works_on: 4,
  refused: 2,
  accepted: 5,
  read_fails: 4,
  hostile: 10,
}

export const noFaults: FaultRates = {
  lost_before: 0,
  lost_after: 0,
  broken_before: 0,
  broken_after: 0,
  limited: 0,
  slow_before: 0,
  slow_after: 0,
  works_on: 0,
  refused: 0,
  accepted: 0,
  read_fails: 0,
  hostile: 0,
}

/** The fault of one commit: the same seed, words and number of try give the same one, whatever else goes on. */
export function drawFault(rates: FaultRates, ...words: readonly (string | number)[]): Fault {
  let drawn = chanceOf('commit', ...words).next() * 100
  const { read_fails: _reads, hostile: _answers, ...ofCommits } = rates
  for (const [fault, rate] of Object.entries(ofCommits) as [Exclude<Fault, 'none'>, number][]) {
    drawn -= rate
    if (drawn < 0) return fault
  }
  return 'none'
}
