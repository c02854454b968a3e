import type { Explained } from '../../publishing/error-catalog.ts'
import type { ProblemEntry } from './problem-entry.ts'

/** The problems of feeds whose items become posts. */
export const feedProblems: Readonly<Record<string, ProblemEntry>> = {
  feed_not_active: {
    status: 409,
    cause: 'The feed is paused or stopped, so nothing is read and nothing is posted.',
    cure: 'Resume it with PATCH {"status": "active"}.',
  },
  feeds_busy: {
    status: 503,
    cause: 'Many feeds are being read at this moment.',
    cure: 'Wait as long as Retry-After says, and try again.',
  },
  looked_just_now: {
    status: 409,
    cause: 'The feed was read within the last ten seconds.',
    cure: 'Wait as long as Retry-After says. The feed shows what was found.',
  },
  too_many_feeds: {
    status: 409,
    cause: 'The workspace has as many feeds as it may have in this mode.',
    cure: 'Delete one first.',
  },
}

/** The codes of `errors[]` that only feeds have; most say why an address cannot be read. */
export const feedFields: Readonly<Record<string, Explained>> = {
  feed_gone: {
    cause: 'The server says that the feed is gone for good (410).',
    cure: 'Look for its new address.',
  },
  feed_item_not_found: {
    cause: 'The feed has no such item.',
    cure: 'Use an id from GET /v1/feeds/{id}/items.',
  },
  feed_not_allowed: {
    cause: 'Crier may not read from the address.',
    cure: 'Use an https address of the public internet; test data read the sample feed that `detail` names.',
  },
  feed_refused: {
    cause: 'The server answered with something other than the feed.',
    cure: 'Open the address in a browser, and ask whoever runs that server.',
  },
  feed_too_complex: {
    cause: 'Reading the feed takes too long.',
    cure: 'Use a feed with fewer or simpler items.',
  },
  feed_too_long: {
    cause: 'The feed has more items than are read.',
    cure: 'Use a feed of the newest items.',
  },
  feed_unreachable: {
    cause: 'The server could not be reached, did not answer in time, or sent too much.',
    cure: 'Check the address, and try again later.',
  },
  no_feed: {
    cause: 'There is no feed of RSS, Atom or JSON Feed at the address, and no page that names one.',
    cure: 'Use the address of the feed itself.',
  },
  no_time: {
    cause: 'The items of a feed go out when they come, or from the queue.',
    cure: 'Leave scheduled_at out.',
  },
}
