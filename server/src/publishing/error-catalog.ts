/** The meaning of a code in plain words, and the cure. */
export interface Explained {
  readonly cause: string
  readonly cure: string
}

/** Every code that the error of a post result or of an attempt may have. docs/api/errors.md is made from it. */
export const errorCatalog = {
  account_needs_reconnect: {
    cause: 'The network no longer accepts our access to this account. What waits for it is held.',
    cure: 'Connect the account again; what is held goes out then.',
  },
  answer_lost: {
    cause: 'The request was sent, and no answer came that says what became of it.',
    cure: 'Where it cannot be found out, the result asks: look on the network, and resolve it.',
  },
  discarded: {
    cause: 'A person left it undecided whether it is public.',
    cure: 'Nothing more is sent. Post it anew if it is not there.',
  },
  network_unavailable: {
    cause: 'A call before publishing did not work, several times. Nothing is public.',
    cure: 'Try again later.',
  },
  network_unreachable: {
    cause: 'Not a byte of the request left, several times. Nothing is public.',
    cure: 'See whether the server reaches the network, then try again.',
  },
  not_allowed_by_network: {
    cause: 'The account may not do this. Nothing is public.',
    cure: 'Give the account the right on the network, or take it out of the post; then try again.',
  },
  parent_failed: {
    cause: 'It answers to a part that failed or was canceled, so it was never sent.',
    cure: 'Try the part before it again; this one follows.',
  },
  rate_limited_by_network: {
    cause:
      'The network takes nothing more for now. Where it says until when, that is waited for; where it does not, it is asked some times more, with longer and longer pauses. Nothing is public.',
    cure: 'Nothing while the result is pending. When it has failed, try again later.',
  },
  rejected_by_network: {
    cause: 'The network refused the post for good. Nothing is public.',
    cure: 'Change what message names, and post it anew.',
  },
  thread_incomplete: {
    cause: 'The first post is public, and a part of its thread is not.',
    cure: 'See which of parts[] failed and why; try the result again to go on from there.',
  },
} as const satisfies Readonly<Record<string, Explained>>

/** The `code` of a post result's error. */
export type ErrorCode = keyof typeof errorCatalog
