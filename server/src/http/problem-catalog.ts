/** What each stable `code` of a problem means and what helps. Codes inside `errors[]` explain themselves in `detail`. */
export const problemCatalog: Readonly<Record<string, string>> = {
  account_needs_reconnect:
    'The network no longer accepts our leave to act as this account. Connect the account again.',
  address_not_allowed:
    'The key may be used from certain networks only, and the request came from another one.',
  already_posted: 'The post is public. Delete it with ?unpublish=true where its network allows that.',
  already_processing:
    'It is on its way to a network and can no longer be changed or canceled. Wait for its result.',
  already_settled: 'This result is final; there is nothing left to decide, cancel or retry.',
  body_too_large: 'The body is larger than the operation accepts: 256 kB unless its page says otherwise.',
  busy: 'Too many requests touched the same thing at once. Nothing was changed; try again.',
  content_type_mismatch: 'The upload has another Content-Type than was announced. Send the announced one.',
  database_unavailable:
    'The database did not answer. A change may or may not have been made: repeat it with the same Idempotency-Key.',
  idempotency_in_progress:
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
  idempotency_key_invalid: 'An Idempotency-Key has 1 to 255 visible ASCII characters, without spaces.',
  idempotency_key_reused:
    'The Idempotency-Key belongs to another request of the last 24 hours. Choose a new one.',
  internal_error: 'The fault is ours. The server’s log has it under the request_id.',
  invalid_body: 'The body could not be read as HTTP: it ended early or has another length than announced.',
  invalid_json:
    'The body is not JSON as we read it: UTF-8, at most 20 levels, no name twice in one object, no __proto__.',
  is_draft: 'A draft goes nowhere yet, so there is nothing to do this with. Promote it first.',
  length_required: 'An upload needs a Content-Length; chunks of unknown length are not accepted.',
  may_be_public:
    'The network may have published it, so sending it again could publish it twice. Resolve it first.',
  media_in_use: 'A post uses this file. Delete or change the post first.',
  method_not_allowed:
    'There is something at this address, but not for this method; the Allow header says for which.',
  needs_review: 'It is not known whether the network published it. Look, and resolve the post result.',
  network_unavailable: 'The network could not be reached. Try again later.',
  not_failed: 'Only what has failed can be tried again.',
  not_found:
    'There is nothing here for this key: it never was, is gone, or belongs to another workspace or mode.',
  not_in_review: 'Only a result that asks for it can be resolved.',
  range_not_satisfiable: 'The file ends before the range that was asked for begins.',
  rate_limited: 'The key used up its requests of this minute. Wait as long as Retry-After says.',
  scope_missing: 'The key may not do this. Make one with the scope the problem names.',
  shutting_down:
    'This server is stopping and takes nothing new. Try again; another one answers, or this one is back.',
  sign_in_refused: 'The network did not accept what was filled in to connect the account.',
  size_mismatch: 'The upload has another size than was announced. Announce the exact size.',
  stale: 'It was changed since the version that If-Match names. Read it again and repeat the change.',
  storage_full: 'The server has no room for the file at the moment.',
  subscription_required: 'The workspace has no active subscription. Renew it, and everything goes on.',
  thread_cannot_continue:
    'A part of a thread goes out only after the part before it, and that one is not public.',
  too_many_at_once: 'The workspace has many requests under way already. Wait for some to be answered.',
  unauthorized:
    'No key, or none that is valid: mistyped, revoked or expired. Send Authorization: Bearer <key>.',
  unknown_field: 'The request has a field or a parameter that does not exist here. Nothing is ever ignored.',
  unpublish_not_supported: 'This network does not let us delete what was published. Delete it there.',
  unsupported_media_type: 'Send JSON in UTF-8, not compressed, with Content-Type: application/json.',
  upload_already_used: 'The upload URL was used up by a file that was accepted. Ask for a new one.',
  upload_expired: 'An upload URL lives for one hour. Ask for a new one.',
  upload_in_progress: 'Another upload to this URL is under way. Wait for it, or for it to break off.',
  upload_incomplete: 'The upload ended before all announced bytes had come. Send it again.',
  upload_too_slow: 'The upload was slower than 10 kB a second for half a minute. Send it again.',
  upload_url_invalid: 'The upload URL is not as it was given out. Use it unchanged.',
  url_too_long: 'An address may have 8,192 characters.',
  validation_failed: 'Several things are wrong with the request; errors[] names each with its place.',
}
