/** The meaning of a code in plain words, and the remedy. */
export interface Explained {
  readonly cause: string
  readonly cure: string
}

/** Every code that the error of a post result or of an attempt may have. docs/api/errors.md is generated from it. */
export const errorCatalog = {
  account_blocked_by_network: {
    cause:
      'The network has blocked or suspended the account itself. Nothing is public, and its waiting posts are held.',
    cure: 'Settle it with the network: its app or its messages say why. Then connect the account again, and the held posts are published.',
  },
  account_needs_reconnect: {
    cause: 'The network no longer accepts Crier’s access to this account. Its waiting posts are held.',
    cure: 'Connect the account again. The held posts are then published.',
  },
  answer_lost: {
    cause: 'The request was sent, but no answer says whether the network published the post.',
    cure: 'Crier looks for the post on the network. If that does not settle it, the result becomes needs_review: look on the network yourself, then resolve the result.',
  },
  app_refused_by_network: {
    cause:
      'The network refuses the app with which this server publishes there, whatever the account. Nothing is public, and publishing to the network is paused.',
    cure: 'The operator must fix the app at the network or set a new one, then end the pause. The held posts are then published.',
  },
  deletion_not_done: {
    cause:
      'The post could not be deleted at its network, which did not answer or had no time. It is still public there.',
    cure: 'While the deletion is pending, Crier tries again with growing pauses, for about a day. After that, delete the post with ?unpublish=true again.',
  },
  deletion_refused_by_network: {
    cause: 'The network refused to delete the post. It is still public there.',
    cure: 'Do as message says, then delete the post with ?unpublish=true again. If the network never allows it, delete the post there by hand first.',
  },
  discarded: {
    cause: 'A person discarded the result. The post was never sent, so it is not public.',
    cure: 'Nothing more is sent. Try the result again if the post should go out after all.',
  },
  edit_not_done: {
    cause:
      'The text could not be changed at the network, which did not answer or had no time. The text from before is public, or, if only an answer was lost, the new one.',
    cure: 'While the edit is pending, Crier tries again with growing pauses, for about an hour and a half. After that, look on the network and ask for the edit again: asking twice does no harm.',
  },
  edit_overtaken: {
    cause: 'The post was to be deleted at its network before its text was changed.',
    cure: 'Nothing more is to be done: the post is deleted with the text that it has.',
  },
  edit_refused_by_network: {
    cause: 'The network refused to change the text. The text from before is still public.',
    cure: 'Do as message says, then ask for the edit again.',
  },
  gone_at_network: {
    cause: 'The post is no longer at its network: somebody deleted it there.',
    cure: 'Create a new post, if it should be public again.',
  },
  network_unavailable: {
    cause: 'A request to prepare the post failed several times. Nothing is public.',
    cure: 'Try again later.',
  },
  network_unreachable: {
    cause: 'Several attempts to send the request to the network failed. Nothing is public.',
    cure: 'Check that the server can reach the network, then try again.',
  },
  not_allowed_by_network: {
    cause: 'The network does not allow the account to do this. Nothing is public.',
    cure: 'Give the account the permission on the network, or change the post. Then try again.',
  },
  outcome_unknown: {
    cause: 'A person discarded the result without deciding whether the post is public. It may be.',
    cure: 'Nothing more is sent. Look on the network, and create a new post only if it is not there.',
  },
  parent_failed: {
    cause: 'The part before this one failed or was canceled, so this part was never sent.',
    cure: 'Try the part before it again. This part then follows.',
  },
  rate_limited_by_network: {
    cause:
      'The network accepts no more posts for now. If it says until when, Crier waits that long. If not, Crier tries again with growing pauses, up to a limit. Nothing is public.',
    cure: 'Wait while the result is pending. If it has failed, try again later.',
  },
  rejected_by_network: {
    cause: 'The network refused the post for good. Nothing is public.',
    cure: 'Correct what message names, then create a new post.',
  },
  thread_incomplete: {
    cause: 'The first post is public, but a part of its thread is not.',
    cure: 'See in parts[] which part failed and why. Try the result again to continue from there.',
  },
} as const satisfies Readonly<Record<string, Explained>>

/** The `code` of a post result's error. */
export type ErrorCode = keyof typeof errorCatalog
