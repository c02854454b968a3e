import type { Explained } from '../../publishing/error-catalog.ts'

interface ProblemEntry extends Explained {
  readonly status: number
}

/** What each stable `code` of a problem means and what helps. docs/api/errors.md is made from it. */
export const problemCatalog: Readonly<Record<string, ProblemEntry>> = {
  account_needs_reconnect: {
    status: 409,
    cause: 'The network no longer accepts our access to this account.',
    cure: 'Connect the account again.',
  },
  address_not_allowed: {
    status: 403,
    cause: 'The key may be used from certain networks only, and the request came from another one.',
    cure: 'Send it from an allowed network, or make a key that allows this one.',
  },
  already_posted: {
    status: 409,
    cause: 'The post is public.',
    cure: 'Delete it on the network by hand. Where a network lets us delete, ?unpublish=true does it.',
  },
  already_processing: {
    status: 409,
    cause: 'It is on its way to a network and can no longer be changed or canceled.',
    cure: 'Wait for its result.',
  },
  already_settled: {
    status: 409,
    cause: 'This result is final; there is nothing left to decide, cancel or retry.',
    cure: 'Nothing needs to be done.',
  },
  body_too_large: {
    status: 413,
    cause: 'The body is larger than the operation accepts: 256 kB unless its page says otherwise.',
    cure: 'Send less. Files go to an upload URL, never into a body.',
  },
  busy: {
    status: 503,
    cause: 'Too many requests touched the same thing at once. Nothing was changed.',
    cure: 'Try again in a moment.',
  },
  content_type_mismatch: {
    status: 415,
    cause: 'The upload has another Content-Type than was announced.',
    cure: 'Send the announced one.',
  },
  database_unavailable: {
    status: 503,
    cause: 'The database did not answer. A change may or may not have been made.',
    cure: 'Repeat the request with the same Idempotency-Key; it then happens once.',
  },
  idempotency_in_progress: {
    status: 409,
    cause: 'The first request with this Idempotency-Key is still running.',
    cure: 'Try again in a moment.',
  },
  idempotency_key_invalid: {
    status: 422,
    cause: 'The Idempotency-Key is empty, too long, or has spaces or other letters than ASCII.',
    cure: 'Send 1 to 255 visible ASCII characters.',
  },
  idempotency_key_reused: {
    status: 422,
    cause: 'The Idempotency-Key belongs to another request of the last 24 hours.',
    cure: 'Choose a new one for each new request.',
  },
  internal_error: {
    status: 500,
    cause: 'The fault is ours. The server’s log has it under the request_id.',
    cure: 'Try again; if it stays, tell whoever runs the server the request_id.',
  },
  invalid_body: {
    status: 400,
    cause: 'The body could not be read as HTTP: it ended early or has another length than announced.',
    cure: 'Send it again, whole.',
  },
  invalid_json: {
    status: 400,
    cause:
      'The body is not JSON as we read it: UTF-8, at most 20 levels, no name twice in one object, no __proto__.',
    cure: 'Correct the body; detail says where it breaks.',
  },
  is_draft: {
    status: 409,
    cause: 'A draft goes nowhere yet, so there is nothing to do this with.',
    cure: 'Promote it first, with {"is_draft": false}.',
  },
  length_required: {
    status: 411,
    cause: 'The upload has no Content-Length.',
    cure: 'Send one; chunks of unknown length are not accepted.',
  },
  may_be_public: {
    status: 409,
    cause: 'The network may have published it, so sending it again could publish it twice.',
    cure: 'Look on the network. Nothing is sent again unless it is known to be absent.',
  },
  media_in_use: {
    status: 409,
    cause: 'A post uses this file.',
    cure: 'Delete or change the post first.',
  },
  method_not_allowed: {
    status: 405,
    cause: 'There is something at this address, but not for this method.',
    cure: 'Use a method that the Allow header names.',
  },
  needs_review: {
    status: 409,
    cause: 'It is not known whether the network published it.',
    cure: 'Look on the network, and resolve the post result.',
  },
  network_unavailable: {
    status: 503,
    cause: 'The network could not be reached.',
    cure: 'Try again later.',
  },
  not_failed: {
    status: 409,
    cause: 'Only what has failed can be tried again.',
    cure: 'Look at the status of the result.',
  },
  not_found: {
    status: 404,
    cause:
      'There is nothing here for this key: it never was, is gone, or belongs to another workspace or mode.',
    cure: 'Check the id, and whether the key is live or test.',
  },
  not_from_own_page: {
    status: 403,
    cause:
      'The change was sent to the app by a page of another site, or by a client that does not say from where.',
    cure: 'Use the app at the address of this server. Programs use the API, with a key.',
  },
  not_in_review: {
    status: 409,
    cause: 'The result does not ask anything.',
    cure: 'Only a result whose status is needs_review can be resolved.',
  },
  range_not_satisfiable: {
    status: 416,
    cause: 'The file ends before the range that was asked for begins.',
    cure: 'Ask for a range inside the file.',
  },
  rate_limited: {
    status: 429,
    cause: 'The key used up its requests of this minute.',
    cure: 'Wait as long as Retry-After says.',
  },
  scope_missing: {
    status: 403,
    cause: 'The key may not do this.',
    cure: 'Make one with the scope that the problem names.',
  },
  shutting_down: {
    status: 503,
    cause: 'This server is stopping and takes nothing new.',
    cure: 'Try again; another one answers, or this one is back.',
  },
  sign_in_refused: {
    status: 422,
    cause: 'The network did not accept what was filled in to connect the account.',
    cure: 'Correct it; detail has the network’s own words.',
  },
  size_mismatch: {
    status: 422,
    cause: 'The upload has another size than was announced.',
    cure: 'Announce the exact size, and send that many bytes.',
  },
  stale: {
    status: 412,
    cause: 'It was changed since the version that If-Match names.',
    cure: 'Read it again and repeat the change.',
  },
  storage_full: {
    status: 507,
    cause: 'The server has no room for the file at the moment.',
    cure: 'Whoever runs the server must make room.',
  },
  subscription_required: {
    status: 402,
    cause: 'The workspace has no active subscription.',
    cure: 'Renew it, and everything goes on.',
  },
  test_key_required: {
    status: 403,
    cause: 'Only test data have a clock of their own, and the key is a live one.',
    cure: 'Send a test key, crier_test_….',
  },
  thread_cannot_continue: {
    status: 409,
    cause: 'A part of a thread goes out only after the part before it, and that one is not public.',
    cure: 'Settle the part before it first.',
  },
  too_many_at_once: {
    status: 429,
    cause: 'The workspace has many requests under way already.',
    cure: 'Wait for some to be answered.',
  },
  unauthorized: {
    status: 401,
    cause: 'No key, or none that is valid: mistyped, revoked or expired, or sent in the address.',
    cure: 'Send Authorization: Bearer <key>.',
  },
  unknown_field: {
    status: 422,
    cause: 'The request has a field or a parameter that does not exist here. Nothing is ever ignored.',
    cure: 'Leave it out, or correct its name.',
  },
  unpublish_not_supported: {
    status: 409,
    cause: 'This network does not let us delete what was published.',
    cure: 'Delete it there.',
  },
  unsupported_media_type: {
    status: 415,
    cause: 'The body is not JSON in UTF-8, or is compressed.',
    cure: 'Send it plain, with Content-Type: application/json.',
  },
  upload_already_used: {
    status: 409,
    cause: 'The upload URL was used up by a file that was accepted.',
    cure: 'Ask for a new one.',
  },
  upload_expired: {
    status: 410,
    cause: 'An upload URL lives for one hour, and this one is older.',
    cure: 'Ask for a new one.',
  },
  upload_in_progress: {
    status: 409,
    cause: 'Another upload to this URL is under way.',
    cure: 'Wait for it, or for it to break off.',
  },
  upload_incomplete: {
    status: 400,
    cause: 'The upload ended before all announced bytes had come.',
    cure: 'Send it again to the same URL.',
  },
  upload_too_slow: {
    status: 408,
    cause: 'The upload was slower than 10 kB a second for half a minute.',
    cure: 'Send it again to the same URL.',
  },
  upload_url_invalid: {
    status: 403,
    cause: 'The upload URL is not as it was given out.',
    cure: 'Use it unchanged, its query included.',
  },
  url_too_long: {
    status: 414,
    cause: 'The address has more than 8,192 characters.',
    cure: 'Send fewer filters at once.',
  },
  validation_failed: {
    status: 422,
    cause: 'Several things are wrong with the request.',
    cure: 'Correct what errors[] names, each with its place.',
  },
}
