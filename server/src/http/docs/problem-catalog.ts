import { analyticsProblems } from './analytics-problems.ts'
import { approvalProblems } from './approval-problems.ts'
import { billingProblems } from './billing-problems.ts'
import { calendarProblems } from './calendar-problems.ts'
import { callbackProblems } from './callback-problems.ts'
import { editProblems } from './edit-problems.ts'
import { feedProblems } from './feed-problems.ts'
import { mediaProblems } from './media-problems.ts'
import { networkProblems } from './network-problems.ts'
import { ownIdProblems } from './own-id-problems.ts'
import { peopleProblems } from './people-problems.ts'
import type { ProblemEntry } from './problem-entry.ts'
import { programProblems } from './program-problems.ts'
import { queueProblems } from './queue-problems.ts'
import { reviewProblems } from './review-problems.ts'
import { savedTextProblems } from './saved-text-problems.ts'
import { signInProblems } from './sign-in-problems.ts'
import { webhookProblems } from './webhook-problems.ts'
import { workspaceProblems } from './workspace-problems.ts'

/** The cause and cure of each stable `code` of a problem. docs/api/errors.md is generated from it. */
export const problemCatalog: Readonly<Record<string, ProblemEntry>> = {
  ...analyticsProblems,
  ...approvalProblems,
  ...billingProblems,
  ...calendarProblems,
  ...reviewProblems,
  ...callbackProblems,
  ...editProblems,
  ...feedProblems,
  ...ownIdProblems,
  ...mediaProblems,
  ...networkProblems,
  ...peopleProblems,
  ...programProblems,
  ...queueProblems,
  ...savedTextProblems,
  ...workspaceProblems,
  ...signInProblems,
  ...webhookProblems,
  account_needs_reconnect: {
    status: 409,
    cause: 'The network no longer accepts Crier’s access to this account.',
    cure: 'Connect the account again.',
  },
  address_not_allowed: {
    status: 403,
    cause: 'The key may only be used from certain network addresses, and the request came from another one.',
    cure: 'Send it from an allowed address, or make a key that allows this one.',
  },
  already_posted: {
    status: 409,
    cause: 'The post is public.',
    cure: 'Add ?unpublish=true to delete it on its networks too, or delete it there by hand.',
  },
  already_processing: {
    status: 409,
    cause: 'The post is on its way to a network and can no longer be changed or canceled.',
    cure: 'Wait for its result.',
  },
  already_settled: {
    status: 409,
    cause: 'This result is final. There is nothing left to decide, cancel or retry.',
    cure: 'Nothing needs to be done.',
  },
  another_browser: {
    status: 403,
    cause:
      'The person returned from the network in a different browser from the one in which the sign-in was started.',
    cure: 'Begin again, and stay in one browser.',
  },
  another_profile: {
    status: 409,
    cause: 'The person signed in as a different profile from that of the account.',
    cure: 'Sign in as the profile of the account, or connect the other one as an account of its own.',
  },
  being_unpublished: {
    status: 409,
    cause: 'The post is being deleted at its networks, so nothing of it is published any more.',
    cure: 'Create a new post.',
  },
  body_too_large: {
    status: 413,
    cause: 'The body is larger than the operation accepts, which is 256 kB unless its page says otherwise.',
    cure: 'Send a smaller body. Upload files to an upload URL instead.',
  },
  busy: {
    status: 503,
    cause: 'Too many requests needed the same rows at once. Nothing was changed.',
    cure: 'Try again in a moment.',
  },
  cannot_unpublish: {
    status: 409,
    cause:
      'At least one of the networks cannot delete the post, or Crier has no access to the account. Nothing was changed.',
    cure: 'See reasons[] for each account: connect it again, or delete the post there by hand.',
  },
  connected_elsewhere: {
    status: 409,
    cause: 'The profile is connected in another workspace of this server.',
    cure: 'Disconnect it there first. Its posts there are then held.',
  },
  database_full: {
    status: 503,
    cause: 'The disk of the database is full, so nothing can be stored. Nothing was changed.',
    cure: 'Repeat the request later with the same Idempotency-Key. Crier goes on by itself when there is room.',
  },
  database_unavailable: {
    status: 503,
    cause: 'The database did not answer. A change may or may not have been made.',
    cure: 'Repeat the request with the same Idempotency-Key. The change then happens once.',
  },
  expectation_failed: {
    status: 417,
    cause: 'The Expect header asks for something other than 100-continue.',
    cure: 'Leave the header out.',
  },
  headers_too_large: {
    status: 431,
    cause: 'The headers of the request are larger than 16 kB.',
    cure: 'Send fewer or shorter headers.',
  },
  idempotency_in_progress: {
    status: 409,
    cause: 'The first request with this Idempotency-Key is still running.',
    cure: 'Try again in a moment.',
  },
  idempotency_key_invalid: {
    status: 422,
    cause: 'The Idempotency-Key is empty, is too long, or contains a space or a character outside ASCII.',
    cure: 'Send 1 to 255 visible ASCII characters.',
  },
  idempotency_key_reused: {
    status: 422,
    cause: 'The Idempotency-Key was used for a different request in the last 24 hours.',
    cure: 'Choose a new key for each new request.',
  },
  internal_error: {
    status: 500,
    cause: 'Crier itself failed. The server’s log has the error under the request_id.',
    cure: 'Try again. If it keeps failing, send the request_id to the operator of the server.',
  },
  invalid_body: {
    status: 400,
    cause: 'The body ended early, or its length is not its Content-Length.',
    cure: 'Send the whole body again.',
  },
  invalid_host: {
    status: 400,
    cause: 'The request has no Host header, several, or one that differs from the host in its address.',
    cure: 'Send one Host header. If you did, look at the proxy in front of the server.',
  },
  invalid_json: {
    status: 400,
    cause:
      'The body is not JSON that Crier accepts: UTF-8, at most 20 levels deep, no repeated name in an object, no __proto__.',
    cure: 'Correct the body. detail says where it breaks.',
  },
  invalid_request: {
    status: 400,
    cause: 'The bytes that arrived cannot be read as an HTTP request.',
    cure: 'Use an HTTP library, and check the proxies in between.',
  },
  invalid_target: {
    status: 400,
    cause: 'The request line names neither a path nor a whole address.',
    cure: 'Send a path that begins with "/".',
  },
  is_draft: {
    status: 409,
    cause: 'The post is a draft. A draft has no results to act on.',
    cure: 'Promote it with {"is_draft": false} first.',
  },
  link_expired: {
    status: 409,
    cause: 'The connect link has expired, or too many sign-ins were started from it.',
    cure: 'Make a new link.',
  },
  link_used: {
    status: 409,
    cause:
      'An account was connected with the connect link already, perhaps by somebody else at the same time.',
    cure: 'Make a new link to connect another account.',
  },
  may_be_public: {
    status: 409,
    cause: 'The network may have published the post, so sending it again could publish it twice.',
    cure: 'Look on the network. Crier sends a post again only when it is known to be absent there.',
  },
  method_not_allowed: {
    status: 405,
    cause: 'This address does not support the method.',
    cure: 'Use a method that the Allow header names.',
  },
  needs_review: {
    status: 409,
    cause: 'It is not known whether the network published the post.',
    cure: 'Look on the network, then resolve the post result.',
  },
  network_unavailable: {
    status: 503,
    cause: 'The network could not be reached.',
    cure: 'Try again later.',
  },
  not_failed: {
    status: 409,
    cause: 'Only a failed result can be tried again.',
    cure: 'Look at the status of the result.',
  },
  not_found: {
    status: 404,
    cause:
      'This key sees nothing at this address. The thing never existed, was deleted, or belongs to another workspace or mode.',
    cure: 'Check the id, and whether the key is live or test.',
  },
  not_from_own_page: {
    status: 403,
    cause:
      'The change was sent to the app by a page of another site, or by a client that does not say which page it comes from.',
    cure: 'Use the app at the address of this server. Programs use the API, with a key.',
  },
  not_in_review: {
    status: 409,
    cause: 'Only a result whose status is needs_review can be resolved.',
    cure: 'Look at the status of the result.',
  },
  not_your_note: {
    status: 403,
    cause: 'Only the person who wrote a note, or who made the key that did, may change its words.',
    cure: 'Write a note of your own, or mark this one as done.',
  },
  nothing_to_choose: {
    status: 409,
    cause:
      'The sign-in has no profiles to choose from: either it has not reached that point yet, or it is over.',
    cure: 'Get the attempt, and follow its status.',
  },
  nothing_to_connect: {
    status: 422,
    cause: 'The sign-in gave access to no profile that can be connected.',
    cure: 'Follow detail, and sign in again.',
  },
  overloaded: {
    status: 503,
    cause:
      'The server has more to do than it can do in time. For a moment it refuses lists, figures, pictures and exports, so that posts and their results go on. Nothing was changed.',
    cure: 'Try again after the time that Retry-After says.',
  },
  rate_limited: {
    status: 429,
    cause: 'The key has used up its requests for this minute.',
    cure: 'Wait as long as Retry-After says.',
  },
  refused_by_network: {
    status: 409,
    cause: 'The network refuses to say this for the account.',
    cure: 'Read detail. Give the account the permission on the network, or connect it again.',
  },
  request_timeout: {
    status: 408,
    cause: 'The headers of the request did not arrive within 10 seconds.',
    cure: 'Send the request again.',
  },
  scope_missing: {
    status: 403,
    cause: 'The key lacks the scope that this operation needs.',
    cure: 'Make a key with the scope that detail names.',
  },
  shutting_down: {
    status: 503,
    cause: 'This server is stopping and accepts no new requests.',
    cure: 'Try again. Another server answers, or this one after its restart.',
  },
  sign_in_over: {
    status: 409,
    cause: 'The sign-in was already used, or it has expired.',
    cure: 'Begin a new one.',
  },
  platform_not_ready: {
    status: 409,
    cause:
      'This server lacks something that the network asks for, such as an app of its operator or an address with https.',
    cure: 'The operator must do what detail says. GET /v1/platforms lists what is missing for each way.',
  },
  sign_in_refused: {
    status: 422,
    cause: 'The network refused the credentials for the account.',
    cure: 'Correct them. detail has the network’s own words.',
  },
  sign_in_unknown: {
    status: 400,
    cause: 'The network sent a person back from a sign-in that was not started here, or that ended long ago.',
    cure: 'Begin again.',
  },
  stale: {
    status: 412,
    cause: 'The object has changed since the version that If-Match names.',
    cure: 'Read it again, then repeat the change.',
  },
  subscription_required: {
    status: 402,
    cause: 'The workspace has no active subscription.',
    cure: 'Renew the subscription. Everything then continues by itself.',
  },
  test_key_required: {
    status: 403,
    cause: 'Only test data has a clock that can be moved, and this is a live key.',
    cure: 'Send a test key, crier_test_….',
  },
  thread_cannot_continue: {
    status: 409,
    cause: 'A part of a thread is sent only after the part before it, and that part is not public.',
    cure: 'Settle the part before it first.',
  },
  too_many_at_once: {
    status: 429,
    cause: 'The workspace already has many requests in progress, or many uploads that wait to be read.',
    cure: 'Wait until some of them are answered.',
  },
  too_many_unknown_keys: {
    status: 429,
    cause: 'Many API keys that do not exist were sent from this network address.',
    cure: 'Check the key. Wait as long as Retry-After says. Keys that were used lately go on working.',
  },
  too_much_unread: {
    status: 429,
    cause: 'The workspace has asked for more than it reads: many large answers wait for their readers.',
    cure: 'Read the answers, or close their connections. Ask for smaller pages.',
  },
  transfer_coding_unknown: {
    status: 501,
    cause: 'The body was sent with a transfer coding other than chunked.',
    cure: 'Send the body with a Content-Length, or chunked and nothing else.',
  },
  unauthorized: {
    status: 401,
    cause:
      'The request has no valid key. The key is missing, mistyped, revoked or expired, or was sent in the URL.',
    cure: 'Send Authorization: Bearer <key>.',
  },
  unknown_field: {
    status: 422,
    cause:
      'The request has a field or a parameter that this operation does not know. Crier never ignores one.',
    cure: 'Remove it, or correct its name.',
  },
  url_too_long: {
    status: 414,
    cause: 'The URL has more than 8,192 characters.',
    cure: 'Send fewer filters at once.',
  },
  validation_failed: {
    status: 422,
    cause: 'Several things are wrong with the request.',
    cure: 'Correct each entry of errors[]. Each one names its place in the request.',
  },
}
