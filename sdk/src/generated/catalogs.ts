// Generated from the OpenAPI document by `npm run generate-sdk`. Do not edit.
/** The stable codes of problems. A newer server may answer others. */
export type ProblemCode =
  | 'account_needs_reconnect'
  | 'address_not_allowed'
  | 'address_not_verified'
  | 'already_member'
  | 'already_posted'
  | 'already_processing'
  | 'already_settled'
  | 'another_browser'
  | 'another_person'
  | 'another_profile'
  | 'another_session'
  | 'app_from_environment'
  | 'approval_required'
  | 'authorization_refused'
  | 'being_unpublished'
  | 'body_too_large'
  | 'busy'
  | 'calendar_read_too_often'
  | 'callback_unsigned'
  | 'cannot_edit'
  | 'cannot_undo'
  | 'cannot_unpublish'
  | 'code_needed'
  | 'connected_elsewhere'
  | 'content_type_mismatch'
  | 'database_full'
  | 'database_unavailable'
  | 'edit_needs_approval'
  | 'edit_under_way'
  | 'endpoint_disabled'
  | 'event_unsigned'
  | 'expectation_failed'
  | 'export_not_ready'
  | 'export_under_way'
  | 'feed_not_active'
  | 'feeds_busy'
  | 'foreign_host'
  | 'headers_too_large'
  | 'https_required'
  | 'id_taken'
  | 'idempotency_in_progress'
  | 'idempotency_key_invalid'
  | 'idempotency_key_reused'
  | 'identity_taken'
  | 'internal_error'
  | 'invalid_body'
  | 'invalid_host'
  | 'invalid_json'
  | 'invalid_request'
  | 'invalid_target'
  | 'is_draft'
  | 'last_owner'
  | 'last_way_in'
  | 'link_expired'
  | 'link_first'
  | 'link_used'
  | 'looked_just_now'
  | 'may_be_public'
  | 'may_not_connect'
  | 'media_busy'
  | 'media_in_use'
  | 'media_quota_exceeded'
  | 'method_not_allowed'
  | 'needs_review'
  | 'network_unavailable'
  | 'never_paid'
  | 'no_avatar'
  | 'not_a_draft'
  | 'not_a_member'
  | 'not_deleted'
  | 'not_failed'
  | 'not_first_owner'
  | 'not_found'
  | 'not_from_own_page'
  | 'not_in_review'
  | 'not_published'
  | 'not_signed_in'
  | 'not_simulated'
  | 'not_waiting'
  | 'not_your_note'
  | 'nothing_to_choose'
  | 'nothing_to_connect'
  | 'nothing_to_retry'
  | 'oidc_refused'
  | 'oidc_unavailable'
  | 'overloaded'
  | 'own_post'
  | 'owner_already'
  | 'owner_exists'
  | 'passkey_known'
  | 'passkey_refused'
  | 'passkeys_need_a_name'
  | 'platform_not_ready'
  | 'post_deleted'
  | 'program_unreadable'
  | 'proof_required'
  | 'range_not_satisfiable'
  | 'rate_limited'
  | 'redirect_refused'
  | 'refused_by_network'
  | 'request_timeout'
  | 'review_looks_only'
  | 'review_too_often'
  | 'role_missing'
  | 'saved_text_name_taken'
  | 'scheduled_at_in_past'
  | 'scope_missing'
  | 'second_factor_needed'
  | 'setup_token_wrong'
  | 'shutting_down'
  | 'sign_in_failed'
  | 'sign_in_first'
  | 'sign_in_over'
  | 'sign_in_refused'
  | 'sign_in_unknown'
  | 'sign_up_closed'
  | 'size_mismatch'
  | 'stale'
  | 'storage_full'
  | 'storage_unavailable'
  | 'stripe_refused'
  | 'stripe_unavailable'
  | 'subscription_exists'
  | 'subscription_given'
  | 'subscription_required'
  | 'subscription_runs'
  | 'synced_recently'
  | 'test_key_required'
  | 'thread_cannot_continue'
  | 'too_many_at_once'
  | 'too_many_calendar_addresses'
  | 'too_many_endpoints'
  | 'too_many_exports'
  | 'too_many_feeds'
  | 'too_many_invitations'
  | 'too_many_parts'
  | 'too_many_passkeys'
  | 'too_many_planned'
  | 'too_many_recurrences'
  | 'too_many_registrations'
  | 'too_many_resets'
  | 'too_many_review_links'
  | 'too_many_saved_texts'
  | 'too_many_sign_ins'
  | 'too_many_slots'
  | 'too_many_streams'
  | 'too_many_unknown_keys'
  | 'too_many_workspaces'
  | 'too_much_unread'
  | 'transfer_coding_unknown'
  | 'tus_protocol'
  | 'tus_version'
  | 'two_factor_not_begun'
  | 'two_factor_off'
  | 'two_factor_on'
  | 'unauthorized'
  | 'unknown_field'
  | 'unknown_program'
  | 'unsupported_media_type'
  | 'upload_already_used'
  | 'upload_expired'
  | 'upload_in_progress'
  | 'upload_incomplete'
  | 'upload_locked'
  | 'upload_offset_mismatch'
  | 'upload_too_slow'
  | 'upload_url_invalid'
  | 'url_too_long'
  | 'validation_failed'
  | 'version_changed'
  | 'wrong_code'
  | 'wrong_password'

interface EventBase {
  id: string
  /** ISO 8601, UTC. */
  created_at: string
}

/** A post was created. */
export interface PostCreatedEvent extends EventBase {
  type: 'post.created'
  data: {
    id: string
    status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
    /** Your own name for the post. */
    external_id: string | null
  }
}

/** A post was changed by a person. */
export interface PostUpdatedEvent extends EventBase {
  type: 'post.updated'
  data: {
    id: string
    status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
    previous_status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
    /** The fields that the request named. */
    changed: string[]
  }
}

/** Crier began to publish a post. */
export interface PostProcessingEvent extends EventBase {
  type: 'post.processing'
  data: {
    id: string
    status: 'processing'
    previous_status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
  }
}

/** A post is public on all of its accounts. */
export interface PostPostedEvent extends EventBase {
  type: 'post.posted'
  data: {
    id: string
    status: 'posted'
    previous_status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
  }
}

/** A post is public on some of its accounts, and failed on the others. */
export interface PostPartialEvent extends EventBase {
  type: 'post.partial'
  data: {
    id: string
    status: 'partial'
    previous_status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
  }
}

/** A post failed on all of its accounts. */
export interface PostFailedEvent extends EventBase {
  type: 'post.failed'
  data: {
    id: string
    status: 'failed'
    previous_status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
  }
}

/** A post needs a review: it may or may not be public on an account, or its time was missed. */
export interface PostNeedsReviewEvent extends EventBase {
  type: 'post.needs_review'
  data: {
    id: string
    status: 'needs_review'
    previous_status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
  }
}

/** A post is held until a person does something, such as connecting an account again. */
export interface PostHeldEvent extends EventBase {
  type: 'post.held'
  data: {
    id: string
    status: 'held'
    previous_status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
  }
}

/** A post was canceled on all of its accounts. */
export interface PostCanceledEvent extends EventBase {
  type: 'post.canceled'
  data: {
    id: string
    status: 'canceled'
    previous_status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
  }
}

/** A post waits for approval. `previous_status` is null if it was created so, and `held` if it waited before with other content. */
export interface PostSubmittedEvent extends EventBase {
  type: 'post.submitted'
  data: {
    id: string
    status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
    previous_status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
      | null
    /** The person who asked, approved or returned it. */
    by: string
    comment: string | null
    /** The version of the content. */
    version: number
    /** The client who approved or returned it by a review link; `by` is then the member who made the link. Left out where a member decided. */
    client?: {
      review_link_id: string
      /** The name that the team gave to the recipient of the link. */
      recipient: string
      /** The name that the client typed. Nothing proves that it is theirs. */
      typed_name: string
    }
  }
}

/** A post was approved. */
export interface PostApprovedEvent extends EventBase {
  type: 'post.approved'
  data: {
    id: string
    status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
    previous_status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
      | null
    /** The person who asked, approved or returned it. */
    by: string
    comment: string | null
    /** The version of the content. */
    version: number
    /** The client who approved or returned it by a review link; `by` is then the member who made the link. Left out where a member decided. */
    client?: {
      review_link_id: string
      /** The name that the team gave to the recipient of the link. */
      recipient: string
      /** The name that the client typed. Nothing proves that it is theirs. */
      typed_name: string
    }
  }
}

/** A post that waited for approval is a draft again. `comment` says what should change. */
export interface PostReturnedEvent extends EventBase {
  type: 'post.returned'
  data: {
    id: string
    status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
    previous_status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
      | null
    /** The person who asked, approved or returned it. */
    by: string
    comment: string | null
    /** The version of the content. */
    version: number
    /** The client who approved or returned it by a review link; `by` is then the member who made the link. Left out where a member decided. */
    client?: {
      review_link_id: string
      /** The name that the team gave to the recipient of the link. */
      recipient: string
      /** The name that the client typed. Nothing proves that it is theirs. */
      typed_name: string
    }
  }
}

/** A post was deleted. */
export interface PostDeletedEvent extends EventBase {
  type: 'post.deleted'
  data: {
    id: string
    status: 'deleted'
    previous_status:
      | 'draft'
      | 'scheduled'
      | 'processing'
      | 'posted'
      | 'partial'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
    /** Your own name for the post. */
    external_id: string | null
  }
}

/** A post is public on one account, with all its parts. */
export interface PostResultPublishedEvent extends EventBase {
  type: 'post_result.published'
  data: {
    id: string
    post_id: string
    social_account_id: string
    platform: string
    status: 'published'
    success: boolean
    /** Where the post is on the network. */
    url: string | null
    error: {
      /** Explained in errors.md. */
      code: string
      category: string
      message: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      retryable: boolean
      /** The code that the network gave. */
      platform_code: string | null
    } | null
  }
}

/** A post failed on one account. */
export interface PostResultFailedEvent extends EventBase {
  type: 'post_result.failed'
  data: {
    id: string
    post_id: string
    social_account_id: string
    platform: string
    status: 'failed'
    success: boolean
    /** Where the post is on the network. */
    url: string | null
    error: {
      /** Explained in errors.md. */
      code: string
      category: string
      message: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      retryable: boolean
      /** The code that the network gave. */
      platform_code: string | null
    } | null
  }
}

/** A post needs a review for one account: it may or may not be public there, or its time was missed. */
export interface PostResultNeedsReviewEvent extends EventBase {
  type: 'post_result.needs_review'
  data: {
    id: string
    post_id: string
    social_account_id: string
    platform: string
    status: 'needs_review'
    success: boolean
    /** Where the post is on the network. */
    url: string | null
    error: {
      /** Explained in errors.md. */
      code: string
      category: string
      message: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      retryable: boolean
      /** The code that the network gave. */
      platform_code: string | null
    } | null
  }
}

/** A post was deleted at the network of one account, with all its parts. */
export interface PostResultUnpublishedEvent extends EventBase {
  type: 'post_result.unpublished'
  data: {
    id: string
    post_id: string
    social_account_id: string
    platform: string
    error: {
      /** Explained in errors.md. */
      code: string
      category: string
      message: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      retryable: boolean
      /** The code that the network gave. */
      platform_code: string | null
    } | null
  }
}

/** A post could not be deleted at the network of one account, and Crier does not try again by itself. */
export interface PostResultUnpublishFailedEvent extends EventBase {
  type: 'post_result.unpublish_failed'
  data: {
    id: string
    post_id: string
    social_account_id: string
    platform: string
    error: {
      /** Explained in errors.md. */
      code: string
      category: string
      message: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      retryable: boolean
      /** The code that the network gave. */
      platform_code: string | null
    } | null
  }
}

/** The text of a post was changed at the network of one account. `caption` is public from now on. */
export interface PostResultEditedEvent extends EventBase {
  type: 'post_result.edited'
  data: {
    id: string
    post_id: string
    social_account_id: string
    platform: string
    /** 0 is the post itself; its further parts follow. */
    part: number
    /** The text that was asked for. */
    caption: string
    error: {
      /** Explained in errors.md. */
      code: string
      category: string
      message: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      retryable: boolean
      /** The code that the network gave. */
      platform_code: string | null
    } | null
  }
}

/** The text of a post could not be changed at the network of one account, and Crier does not try again by itself. */
export interface PostResultEditFailedEvent extends EventBase {
  type: 'post_result.edit_failed'
  data: {
    id: string
    post_id: string
    social_account_id: string
    platform: string
    /** 0 is the post itself; its further parts follow. */
    part: number
    /** The text that was asked for. */
    caption: string
    error: {
      /** Explained in errors.md. */
      code: string
      category: string
      message: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      retryable: boolean
      /** The code that the network gave. */
      platform_code: string | null
    } | null
  }
}

/** A recurrence was created, and its first posts with it. */
export interface RecurrenceCreatedEvent extends EventBase {
  type: 'recurrence.created'
  data: {
    id: string
    status: 'active' | 'paused' | 'ended' | 'needs_attention'
    /** Your own name for it. */
    external_id: string | null
    next_at: string | null
  }
}

/** A recurrence makes posts again: a person resumed it, or nothing is in its way any more. */
export interface RecurrenceActiveEvent extends EventBase {
  type: 'recurrence.active'
  data: {
    id: string
    status: 'active'
    previous_status: 'active' | 'paused' | 'ended' | 'needs_attention'
    /** Your own name for it. */
    external_id: string | null
    /** The next time to come. */
    next_at: string | null
    /** Why it needs attention. */
    problems: {
      code: string
      detail: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      /** A JSON pointer into it. */
      pointer?: string
      social_account_id?: string
    }[]
  }
}

/** A recurrence was paused by a person. */
export interface RecurrencePausedEvent extends EventBase {
  type: 'recurrence.paused'
  data: {
    id: string
    status: 'paused'
    previous_status: 'active' | 'paused' | 'ended' | 'needs_attention'
    /** Your own name for it. */
    external_id: string | null
    /** The next time to come. */
    next_at: string | null
    /** Why it needs attention. */
    problems: {
      code: string
      detail: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      /** A JSON pointer into it. */
      pointer?: string
      social_account_id?: string
    }[]
  }
}

/** The next post of a recurrence cannot be made, or will be held. `problems` says why. It is told within two minutes where the reason is an account, a medium or the author. */
export interface RecurrenceNeedsAttentionEvent extends EventBase {
  type: 'recurrence.needs_attention'
  data: {
    id: string
    status: 'needs_attention'
    previous_status: 'active' | 'paused' | 'ended' | 'needs_attention'
    /** Your own name for it. */
    external_id: string | null
    /** The next time to come. */
    next_at: string | null
    /** Why it needs attention. */
    problems: {
      code: string
      detail: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      /** A JSON pointer into it. */
      pointer?: string
      social_account_id?: string
    }[]
  }
}

/** The last time of a recurrence has passed, which is told within two minutes. */
export interface RecurrenceEndedEvent extends EventBase {
  type: 'recurrence.ended'
  data: {
    id: string
    status: 'ended'
    previous_status: 'active' | 'paused' | 'ended' | 'needs_attention'
    /** Your own name for it. */
    external_id: string | null
    /** The next time to come. */
    next_at: string | null
    /** Why it needs attention. */
    problems: {
      code: string
      detail: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      /** A JSON pointer into it. */
      pointer?: string
      social_account_id?: string
    }[]
  }
}

/** A recurrence was deleted by a person. Its posts to come have their own events, such as `post.deleted`. */
export interface RecurrenceDeletedEvent extends EventBase {
  type: 'recurrence.deleted'
  data: {
    id: string
    status: 'deleted'
    previous_status: 'active' | 'paused' | 'ended' | 'needs_attention'
    /** Your own name for it. */
    external_id: string | null
  }
}

/** A feed was added. */
export interface FeedCreatedEvent extends EventBase {
  type: 'feed.created'
  data: {
    id: string
    status: 'active'
    /** The address of the feed. */
    url: string
    title: string
  }
}

/** A feed is read again: a person resumed it or gave it another address, or it could be read after it was failing. */
export interface FeedActiveEvent extends EventBase {
  type: 'feed.active'
  data: {
    id: string
    status: 'active'
    previous_status: 'active' | 'paused' | 'failing' | 'stopped'
    /** The address of the feed. */
    url: string
    title: string
    problem: {
      code: string
      detail: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      /** A JSON pointer into it. */
      pointer?: string
      social_account_id?: string
    } | null
  }
}

/** A feed was paused by a person. */
export interface FeedPausedEvent extends EventBase {
  type: 'feed.paused'
  data: {
    id: string
    status: 'paused'
    previous_status: 'active' | 'paused' | 'failing' | 'stopped'
    /** The address of the feed. */
    url: string
    title: string
    problem: {
      code: string
      detail: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      /** A JSON pointer into it. */
      pointer?: string
      social_account_id?: string
    } | null
  }
}

/** A feed could not be read for three days. `problem` says why. Crier still tries. */
export interface FeedFailingEvent extends EventBase {
  type: 'feed.failing'
  data: {
    id: string
    status: 'failing'
    previous_status: 'active' | 'paused' | 'failing' | 'stopped'
    /** The address of the feed. */
    url: string
    title: string
    problem: {
      code: string
      detail: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      /** A JSON pointer into it. */
      pointer?: string
      social_account_id?: string
    } | null
  }
}

/** Crier gave up on a feed, and a person must resume it. `problem` says why. */
export interface FeedStoppedEvent extends EventBase {
  type: 'feed.stopped'
  data: {
    id: string
    status: 'stopped'
    previous_status: 'active' | 'paused' | 'failing' | 'stopped'
    /** The address of the feed. */
    url: string
    title: string
    problem: {
      code: string
      detail: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      /** A JSON pointer into it. */
      pointer?: string
      social_account_id?: string
    } | null
  }
}

/** A feed was removed by a person. */
export interface FeedDeletedEvent extends EventBase {
  type: 'feed.deleted'
  data: {
    id: string
    status: 'deleted'
    previous_status: 'active' | 'paused' | 'failing' | 'stopped'
    /** The address of the feed. */
    url: string
    title: string
  }
}

/** New items of a feed wait for a person. There is one event for each look that found some, however many they are. */
export interface FeedItemsWaitingEvent extends EventBase {
  type: 'feed.items_waiting'
  data: {
    id: string
    status: 'active' | 'paused' | 'failing' | 'stopped'
    /** The address of the feed. */
    url: string
    title: string
    /** How many of the new items wait. */
    items: number
  }
}

/** An item of a feed became no post. `notes` says what stood in its way. */
export interface FeedItemFailedEvent extends EventBase {
  type: 'feed_item.failed'
  data: {
    id: string
    feed_id: string
    title: string
    link: string | null
    notes: {
      code: string
      detail: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      /** A JSON pointer into it. */
      pointer?: string
      social_account_id?: string
    }[]
  }
}

/** Somebody wrote a note about a post. The event leaves out the words, which `listPostNotes` has. */
export interface PostNoteCreatedEvent extends EventBase {
  type: 'post_note.created'
  data: {
    id: string
    post_id: string
    /** The person, or who made the key. */
    by: string
    /** The members whom it mentions. */
    mentions: string[]
  }
}

/** The words of a note were changed, or it was marked as done or opened again. */
export interface PostNoteUpdatedEvent extends EventBase {
  type: 'post_note.updated'
  data: {
    id: string
    post_id: string
    /** The person, or who made the key. */
    by: string
    /** `text`, `mentions` or `resolved`. */
    changed: string[]
    /** Whether it is done now. */
    resolved: boolean
    /** The members whom it mentions only since. */
    new_mentions: string[]
  }
}

/** A note was deleted, alone or with its post. */
export interface PostNoteDeletedEvent extends EventBase {
  type: 'post_note.deleted'
  data: {
    id: string
    post_id: string
  }
}

/** An account was connected, or connected again. */
export interface SocialAccountConnectedEvent extends EventBase {
  type: 'social_account.connected'
  data: {
    id: string
    platform: string
    username: string
    status: 'active'
  }
}

/** The network no longer accepts Crier’s access to an account. A person must connect it again. */
export interface SocialAccountNeedsReconnectEvent extends EventBase {
  type: 'social_account.needs_reconnect'
  data: {
    id: string
    platform: string
    username: string
    status: 'needs_reconnect'
  }
}

/** The network has blocked or suspended an account. A person must settle it with the network, then connect the account again. */
export interface SocialAccountBlockedEvent extends EventBase {
  type: 'social_account.blocked'
  data: {
    id: string
    platform: string
    username: string
    status: 'blocked'
  }
}

/** An account was disconnected by a person. */
export interface SocialAccountDisconnectedEvent extends EventBase {
  type: 'social_account.disconnected'
  data: {
    id: string
    platform: string
    username: string
    status: 'disconnected'
  }
}

/** A file was uploaded and accepted. */
export interface MediaReadyEvent extends EventBase {
  type: 'media.ready'
  data: {
    id: string
    /** The storage path. */
    media_id: string
    name: string
    mime_type: string
    size_bytes: number
    kind: 'image' | 'gif' | 'video' | 'document'
    status: 'ready'
    /** Public. */
    url: string | null
    /** Public: a small picture of it. */
    thumbnail_url: string | null
    width: number | null
    height: number | null
    duration_ms: number | null
    alt_text: string
    focus: {
      x: number
      y: number
    } | null
    tags: string[]
    keep: boolean
    crop: {
      x: number
      y: number
      width: number
      height: number
    } | null
    created_at: string
  }
}

/** The content of a file was refused, or a file could not be fetched from its URL. While `status` is `waiting`, the upload may be repeated until its URL expires; `rejected` is final. */
export interface MediaRejectedEvent extends EventBase {
  type: 'media.rejected'
  data: {
    id: string
    /** The storage path. */
    media_id: string
    name: string
    mime_type: string
    size_bytes: number
    kind: 'image' | 'gif' | 'video' | 'document'
    status: 'waiting' | 'rejected'
    /** Public. */
    url: string | null
    /** Public: a small picture of it. */
    thumbnail_url: string | null
    width: number | null
    height: number | null
    duration_ms: number | null
    alt_text: string
    focus: {
      x: number
      y: number
    } | null
    tags: string[]
    keep: boolean
    crop: {
      x: number
      y: number
      width: number
      height: number
    } | null
    created_at: string
    reason:
      | 'media_type_mismatch'
      | 'media_damaged'
      | 'media_too_large'
      | 'media_too_complex'
      | 'media_hash_mismatch'
      | 'media_quota_exceeded'
      | 'url_not_allowed'
      | 'url_unreachable'
      | 'url_refused'
      | 'unsupported_media_type'
      | 'file_too_large'
    detail: string
  }
}

/** A webhook endpoint was switched off, because every delivery of five days failed, because it answered 410, or because somebody else may have set its URL in an account that the owner of the address has taken over (`inherited`). Other endpoints receive this. */
export interface WebhookEndpointDisabledEvent extends EventBase {
  type: 'webhook_endpoint.disabled'
  data: {
    id: string
    status: 'disabled'
    reason: 'failing' | 'gone' | 'inherited'
    /** The host of its URL. */
    host: string
    failing_since: string | null
    disabled_at: string
  }
}

/** A webhook endpoint that was off was switched on by a person. Other endpoints receive this too. */
export interface WebhookEndpointEnabledEvent extends EventBase {
  type: 'webhook_endpoint.enabled'
  data: {
    id: string
    status: 'enabled'
    /** The host of its URL. */
    host: string
  }
}

/** A person asked for a test. It goes to that endpoint only, whichever events it wants. */
export interface WebhookEndpointTestEvent extends EventBase {
  type: 'webhook_endpoint.test'
  data: {
    id: string
    message: string
  }
}

/** A change that Crier tells of, by webhook or stream. Its `type` tells which; a newer server may have others. */
export type CrierEvent =
  | PostCreatedEvent
  | PostUpdatedEvent
  | PostProcessingEvent
  | PostPostedEvent
  | PostPartialEvent
  | PostFailedEvent
  | PostNeedsReviewEvent
  | PostHeldEvent
  | PostCanceledEvent
  | PostSubmittedEvent
  | PostApprovedEvent
  | PostReturnedEvent
  | PostDeletedEvent
  | PostResultPublishedEvent
  | PostResultFailedEvent
  | PostResultNeedsReviewEvent
  | PostResultUnpublishedEvent
  | PostResultUnpublishFailedEvent
  | PostResultEditedEvent
  | PostResultEditFailedEvent
  | RecurrenceCreatedEvent
  | RecurrenceActiveEvent
  | RecurrencePausedEvent
  | RecurrenceNeedsAttentionEvent
  | RecurrenceEndedEvent
  | RecurrenceDeletedEvent
  | FeedCreatedEvent
  | FeedActiveEvent
  | FeedPausedEvent
  | FeedFailingEvent
  | FeedStoppedEvent
  | FeedDeletedEvent
  | FeedItemsWaitingEvent
  | FeedItemFailedEvent
  | PostNoteCreatedEvent
  | PostNoteUpdatedEvent
  | PostNoteDeletedEvent
  | SocialAccountConnectedEvent
  | SocialAccountNeedsReconnectEvent
  | SocialAccountBlockedEvent
  | SocialAccountDisconnectedEvent
  | MediaReadyEvent
  | MediaRejectedEvent
  | WebhookEndpointDisabledEvent
  | WebhookEndpointEnabledEvent
  | WebhookEndpointTestEvent
