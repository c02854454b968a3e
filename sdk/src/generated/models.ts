// Generated from the OpenAPI document by `npm run generate-sdk`. Do not edit.
export interface Analytics {
  /** Equal to `post_result_id`. */
  id: string
  post_result_id: string
  post_id: string
  social_account_id: string
  platform: string
  platform_post_id: string
  view_count: number | null
  reach_count: number | null
  like_count: number | null
  comment_count: number | null
  share_count: number | null
  save_count: number | null
  click_count: number | null
  /** Why there are no figures, or no newer ones, in a sentence. */
  unavailable_reason: string | null
  share_url: string | null
  /** The first picture of the post. */
  cover_image_url: string | null
  /** The text of the post on this account. */
  video_description: string | null
  /** The length of its first video, in seconds. */
  duration: number | null
  platform_created_at: string | null
  /** When the network told them; null: not yet. */
  last_synced_at: string | null
  /** `exact`: the network itself gave Crier the id of the post. */
  match_confidence: string | null
}

export interface AnalyticsSummary {
  from: string
  /** The end, which does not belong to the span. */
  to: string
  timezone: string
  interval: 'day' | 'hour'
  total: SummaryTotal
  /** Every day or hour of the span, also those in which nothing happened. */
  periods: SummaryPeriod[]
  /** The accounts with results in the span, those with most of them first. */
  accounts: SummaryAccount[]
  platforms: SummaryPlatform[]
}

export interface AnalyticsSync {
  /** The platforms that are being read. */
  triggered: string[]
}

export interface Approval {
  /** `waiting`: nothing of the post goes out before somebody approves it, even if its time passes. `approved`: this content goes out at its time. `returned`: it is a draft again; `comment` says what should change. */
  state: 'waiting' | 'approved' | 'returned'
  /** The person who asked, approved or returned it. For an API key, the person who made the key. */
  by: string
  at: string
  comment: string | null
  /** The version of the content. Say it when you approve, so that you approve what you saw. */
  version: number
  client?: ApprovalClient
}

/** The client who approved or returned it by a review link; `by` is then the member who made the link. Left out where a member decided. */
export interface ApprovalClient {
  review_link_id: string
  /** The name that the team gave to the recipient of the link. */
  recipient: string
  /** The name that the client typed. Nothing proves that it is theirs. */
  typed_name: string
}

/** The body of approvePost. */
export interface ApprovePostInput {
  /** The version of the content that you looked at: `approval.version` of the post. */
  version?: number | undefined
  comment?: string | undefined
  /** Publishes now. An account with a time of its own that is still to come keeps it. */
  publish_now?: boolean | undefined
  /** A new time for the post. */
  scheduled_at?: string | undefined
}

export interface Attention {
  total: number
  /** How many there are of each kind, shown or not. */
  counts: {
    review: number
    approval: number
    account: number
    failed: number
    edit: number
    returned: number
    recurrence: number
    endpoint: number
    feed: number
    limit: number
  }
  /** The soonest deadline first; then what began last. */
  data: AttentionItem[]
  /** Guards and pauses that keep posts from going out. Only the operator lifts guards and pauses. */
  stops: {
    kind: 'guard' | 'pause' | 'queue_pause'
    /** The reason of a guard: `restored` or `cloned`. */
    reason: string | null
    /** The platform that a pause stops; null: all. */
    platform: string | null
    /** The account whose queue is paused; null: all accounts. */
    social_account_id: string | null
    since: string
  }[]
}

export interface AttentionItem {
  /** `review`: a result may be public already. `approval`: a post waits for it. `account`: it must be connected again, or settled with its network. `failed`: a result of the last 14 days. `edit`: a correction of a public text that was not made, of the last 14 days. `returned`: a draft that came back to its author. `recurrence`: it can make no posts. `endpoint`: its webhooks are switched off. `feed`: it stopped or cannot be read, or items of it wait. `limit`: a tenth or less of a network’s limit is left. */
  kind:
    | 'review'
    | 'approval'
    | 'account'
    | 'failed'
    | 'edit'
    | 'returned'
    | 'recurrence'
    | 'endpoint'
    | 'feed'
    | 'limit'
  /** The time of the post, or of the next post that waits for the account. It may have passed. */
  deadline: string | null
  since: string | null
  /** The reason of a review, the code of an error, the status of an account, the code of what stands in the way of a recurrence, why an endpoint is off, why a feed needs somebody (`stopped`, `failing` or `items_wait`), or the scope of a limit. */
  reason: string | null
  /** The words of the network, or of the person who returned or submitted it, or what is wrong with a feed. */
  message: string | null
  /** The person who returned or submitted it; null where a client returned it. */
  by: string | null
  post_id: string | null
  /** The beginning of the post, at most 80 characters, with `…` where it goes on. */
  text: string | null
  post_result_id: string | null
  social_account_id: string | null
  platform: string | null
  username: string | null
  recurrence_id: string | null
  webhook_endpoint_id: string | null
  feed_id: string | null
  /** The address of an endpoint or a feed. */
  url: string | null
  /** Whether a failed result may work when it is tried again. */
  retryable: boolean | null
  /** How many posts wait for the account, or how many items of a feed wait or failed. */
  waiting: number | null
  /** How many posts a limit still allows now. */
  remaining: number | null
  /** How many posts a limit allows in its span. */
  of: number | null
  /** The span of a limit. */
  every_seconds: number | null
}

export interface AuditEntry {
  id: string
  /** The kind of thing and what was done to it, such as `post.update`. */
  action: string
  actor: {
    /** `nobody` failed to sign in. */
    kind: 'key' | 'user' | 'operator' | 'system' | 'nobody'
    id: string | null
    /** The address of the person, or the name of the key. */
    name: string | null
    /** The beginning and the end of the key. */
    key: string | null
  }
  subject: {
    kind: string
    id: string | null
  }
  /** Null where it concerns live and test data alike. */
  mode: 'live' | 'test' | null
  ip: string | null
  /** The program, as it called itself. */
  user_agent: string | null
  /** The members that were sent. Values that may be secret, or say nothing here, read `hidden`. */
  details: Record<string, unknown>
  created_at: string
}

/** The body of beginConnect. */
export interface BeginConnectInput {
  platform: string
  /** One of the `ways` of the platform; the first unless given. */
  way?: string | undefined
  /** The form of the way, by its schema in `GET /v1/platforms`. Empty unless given. */
  fields?: Record<string, unknown> | undefined
}

/** The behaviour that was last set on a simulated network; null on a real one. Its schema is `behavior` of the platform. */
export type Behavior = Record<string, unknown>

export interface Calendar {
  timezone: string
  total: number
  /** How many posts have each status. */
  statuses: Record<string, number>
  days: {
    date: string
    from: string
    /** The first moment after the day, which may be 23 or 25 hours long. */
    to: string
    total: number
    statuses: Record<string, number>
    /** The first posts of the day, by time. */
    posts: CalendarPost[]
    /** The rest of the day as `GET /v1/posts`; null where there is none. */
    next: string | null
  }[]
}

export interface CalendarPost {
  id: string
  status: string
  /** Its `scheduled_at`; for a post without one, which was published at once, its `created_at`. */
  at: string
  /** The first 80 characters of the caption, as people count characters. */
  text: string
  is_draft: boolean
  platforms: string[]
  /** The first 20, in the order of the request. */
  social_accounts: string[]
  social_account_count: number
  /** A picture of its first medium. */
  thumbnail_url: string | null
  approval: 'waiting' | 'approved' | 'returned' | null
  /** Whether it may still get another time: nothing of it is out, on its way or settled. */
  movable: boolean
  tags: string[]
  /** The person who created it, also by an API key of theirs; otherwise the API key. */
  author: string
  /** The recurrence that made it; null for every other. */
  recurrence_id: string | null
  /** How many of its notes are not marked as done. */
  open_notes: number
  /** For the `If-Match` of a change. */
  etag: string
}

export interface ChangedQueue {
  /** The zone of the workspace, for slots that have none of their own. */
  timezone: string
  /** Whether new posts get no slots. */
  paused: boolean
  /** Accounts whose new posts get no slots. */
  paused_accounts: string[]
  /** A sentence for people. */
  message: string
}

export interface ChangedRecurrence {
  id: string
  /** `ended`: its rule has no further time and no post is to come. `needs_attention`: `problems` says why no post can be made, or why those that are made will be held. */
  status: 'active' | 'paused' | 'ended' | 'needs_attention'
  caption: string
  media: {
    media_id: string
    alt_text: string | null
    focus: {
      x: number
      y: number
    } | null
    crop?: {
      x: number
      y: number
      width: number
      height: number
    }
  }[]
  social_accounts: string[]
  /** As in the request; null if there was none. */
  platform_configurations: unknown
  /** As in the request; null if there was none. */
  account_configurations: unknown
  external_id: string | null
  metadata: Record<string, string>
  tags: string[]
  /** How late a post may still be published if its time was missed. After that, the result needs review. */
  late_policy: 'publish_24h' | 'publish_1h' | 'publish_always' | 'ask'
  processing_enabled: boolean
  variations: {
    caption?: string
    media?: {
      media_id: string
      alt_text: string | null
      focus: {
        x: number
        y: number
      } | null
      crop?: {
        x: number
        y: number
        width: number
        height: number
      }
    }[]
  }[]
  rule: RecurrenceRule
  timezone: string
  starts_on: string
  ends_on: string | null
  ends_after: number | null
  /** Up to five posts to come. */
  next_times: {
    at: string
    /** By the clock of the recurrence. */
    local_time: string
    /** Null: the post is not made yet. */
    post_id: string | null
  }[]
  /** How many posts to come are in the calendar already. */
  planned: number
  /** How many of its times had their turn: posts that went out, and those in the calendar. */
  turns: number
  /** How many times passed without a post, because the server did not run or a problem stood in the way. They are not made up for. */
  missed: number
  last_missed_at: string | null
  /** Why it needs attention. */
  problems: {
    /** A JSON pointer into the request. */
    pointer: string
    code: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
    social_account_id?: string
  }[]
  warnings: {
    /** A JSON pointer into the request. */
    pointer: string
    code: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
    social_account_id?: string
  }[]
  /** The person in whose name its posts are made: who created it, or last changed it. */
  author: string
  created_at: string
  updated_at: string
  posts: ReplannedPosts
}

/** The body of checkFeed. */
export interface CheckFeedInput {
  /** The address of a feed in RSS, Atom or JSON Feed, or of a page that names its feed. Test data read only the sample feed of this server. */
  url: string
  social_accounts?: readonly (string | number)[] | undefined
  /** A new item becomes a `draft`, a post at the next free time of the `queue`, or one that goes out at once (`publish`). */
  action?: 'draft' | 'queue' | 'publish' | undefined
  /** The text of a post, with fields in braces: `{title}`, `{link}`, `{summary}`, `{author}`, `{hashtags}`, `{categories}`, `{date}`, `{feed}`. By default `{title}\n\n{link}`. Text that is longer than a network takes is shortened after a word; the link stays. */
  caption?: string | undefined
  /** As in a post: an object by platform, with its options. A `caption` in it replaces that of the feed, with the same fields. */
  platform_configurations?: Record<string, Record<string, unknown>> | null | undefined
  /** Whether the picture of an item goes with its post; true by default. A picture that cannot be had is left out, with a note. */
  with_picture?: boolean | undefined
  /** Tags of the posts. */
  tags?: readonly string[] | undefined
  /** How many items become posts by themselves within 24 hours; 10 by default. The others wait for a person. */
  max_per_day?: number | undefined
  /** How many of the items that are there already become posts, the newest ones; 0 by default. All others count as seen. */
  newest?: number | undefined
}

export interface Choice {
  /** The value for the option. */
  value: string
  label: string
  /** A line that tells alike names apart. */
  detail: string | null
}

/** The body of chooseCandidates. */
export interface ChooseCandidatesInput {
  external_ids: readonly string[]
}

export interface ConnectAttempt {
  id: string
  platform: string
  way: string
  /** waiting: its person has not come back from the network. finishing: the network is being asked. choosing: profiles wait to be chosen. */
  status: 'waiting' | 'finishing' | 'choosing' | 'connected' | 'failed' | 'expired'
  /** The page to open in the browser of the person who signs in. */
  url: string | null
  /** The account that is connected again. */
  social_account_id: string | null
  /** The profiles to choose from. */
  candidates: ConnectCandidate[]
  /** The accounts that were connected. */
  social_accounts: string[]
  error: {
    code: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
  } | null
  expires_at: string
  created_at: string
}

export interface ConnectCandidate {
  /** The id of the profile on the network. */
  external_id: string
  username: string
  display_name: string
  /** A public URL of this server for its picture, while there is a choice; null where its network has none. */
  avatar_url: string | null
  profile_url: string
  suggested: boolean
  /** Says why it cannot be chosen; null where it can. */
  reason: string | null
}

export interface ConnectLink {
  id: string
  /** The page to give to the person; null once it cannot be used any more. */
  url: string | null
  status: 'open' | 'used' | 'expired'
  platforms: string[]
  /** The account that is connected again. */
  social_account_id: string | null
  /** Shown to the person in place of the name of the workspace. */
  name: string | null
  /** A picture shown on the page, at an https address. */
  logo_url: string | null
  /** Where the person is led back to, over https. `connect_link` and `status` are added to its query, and `social_account` with the ids of the accounts. */
  return_url: string | null
  /** Your own id for the link. */
  external_id: string | null
  /** The accounts that were connected. */
  social_accounts: string[]
  expires_at: string
  used_at: string | null
  created_at: string
}

export interface Counting {
  max: number
  /** `weighted`: by `weights`. `emoji_utf8`: a grapheme that is drawn as an emoji counts as its bytes in UTF-8, everything else as its code points. */
  unit: 'grapheme' | 'codepoint' | 'utf16' | 'utf8' | 'weighted' | 'emoji_utf8'
  /** Further limits on the same text. */
  also: {
    max: number
    /** `weighted`: by `weights`. `emoji_utf8`: a grapheme that is drawn as an emoji counts as its bytes in UTF-8, everything else as its code points. */
    unit: 'grapheme' | 'codepoint' | 'utf16' | 'utf8' | 'weighted' | 'emoji_utf8'
  }[]
  /** How much each link counts; null if it counts with its length. */
  link_cost: number | null
  /** For the unit `weighted`; null for every other. */
  weights: {
    /** The form of Unicode in which the text is counted. */
    form: 'NFC'
    usual: number
    /** The cost of an emoji, however many code points it has. */
    emoji: number
    /** Ranges of code points that cost 1, ends included. All others cost `usual`. */
    light: {
      first: number
      last: number
    }[]
  } | null
  /** How the links are found that cost `link_cost`; null where links cost their letters. */
  links: {
    /** An `address` begins with http or https; a `domain` may also be bare, such as `example.com`. */
    form: 'address' | 'domain'
    /** Only links that match it cost `link_cost`. */
    only: {
      /** A regular expression of JavaScript. */
      pattern: string
      flags: string
    } | null
  } | null
  /** Mentions of which only the first group of the match counts; null where they cost their letters. */
  mentions: {
    /** A regular expression of JavaScript. */
    pattern: string
    flags: string
    /** Whether one that begins within an address counts too. */
    in_links: boolean
  } | null
  /** Options that hold words with a limit, such as a title or a content warning. */
  fields: {
    /** The name of the option. */
    option: string
    label: string
    max: number
    /** `weighted`: by `weights`. `emoji_utf8`: a grapheme that is drawn as an emoji counts as its bytes in UTF-8, everything else as its code points. */
    unit: 'grapheme' | 'codepoint' | 'utf16' | 'utf8' | 'weighted' | 'emoji_utf8'
    /** Whether its words count with the text, too. */
    counts_with_text: boolean
  }[]
}

/** The body of createConnectLink. */
export interface CreateConnectLinkInput {
  /** The platforms to choose from. Unless given, all that people use in the mode and that can be connected here. */
  platforms?: readonly string[] | undefined
  /** An account to connect again. A sign-in as another profile is refused. */
  social_account_id?: string | null | undefined
  /** Shown to the person in place of the name of the workspace. */
  name?: string | null | undefined
  /** A picture shown on the page, at an https address. */
  logo_url?: string | null | undefined
  /** Where the person is led back to, over https. `connect_link` and `status` are added to its query, and `social_account` with the ids of the accounts. */
  return_url?: string | null | undefined
  /** Your own id for the link. */
  external_id?: string | null | undefined
  /** From five minutes to thirty days; a week unless given. */
  expires_in_seconds?: number | undefined
}

/** The body of createFeed. */
export interface CreateFeedInput {
  /** The address of a feed in RSS, Atom or JSON Feed, or of a page that names its feed. Test data read only the sample feed of this server. */
  url: string
  /** Accounts on which the posts go out: their ids, or their numbers. */
  social_accounts: readonly (string | number)[]
  /** A new item becomes a `draft`, a post at the next free time of the `queue`, or one that goes out at once (`publish`). */
  action: 'draft' | 'queue' | 'publish'
  /** The text of a post, with fields in braces: `{title}`, `{link}`, `{summary}`, `{author}`, `{hashtags}`, `{categories}`, `{date}`, `{feed}`. By default `{title}\n\n{link}`. Text that is longer than a network takes is shortened after a word; the link stays. */
  caption?: string | undefined
  /** As in a post: an object by platform, with its options. A `caption` in it replaces that of the feed, with the same fields. */
  platform_configurations?: Record<string, Record<string, unknown>> | null | undefined
  /** Whether the picture of an item goes with its post; true by default. A picture that cannot be had is left out, with a note. */
  with_picture?: boolean | undefined
  /** Tags of the posts. */
  tags?: readonly string[] | undefined
  /** How many items become posts by themselves within 24 hours; 10 by default. The others wait for a person. */
  max_per_day?: number | undefined
  /** How many of the items that are there already become posts, the newest ones; 0 by default. All others count as seen. */
  newest?: number | undefined
}

/** The body of createManyPosts. */
export interface CreateManyPostsInput {
  /** Each like the body of createPost, without `media_urls`: import such files first. They name up to 1,000 accounts in all. */
  posts: readonly {
    /** Your own UUIDv7 for the post. If a post with this id exists, it is returned and no other is created. */
    id?: string | undefined
    /** The text of the post. */
    caption?: string | undefined
    /** Another name for `caption`. If both are given, they must be equal. */
    body?: string | undefined
    /** The media in the order in which they are published. */
    media?:
      | readonly (
          | string
          | {
              media_id: string
              alt_text?: string | null | undefined
              focus?:
                | {
                    x: number
                    y: number
                  }
                | null
                | undefined
              /** The part to show, as shares of the width and height from the top left. A crop of everything undoes that of the medium. */
              crop?:
                | {
                    x: number
                    y: number
                    width: number
                    height: number
                  }
                | null
                | undefined
            }
        )[]
      | undefined
    /** An ISO 8601 date and time of the years 1 to 9999, in UTC unless it has an offset. A part of a millisecond is rounded up. Null or absent publishes now. */
    scheduled_at?: string | null | undefined
    /** If true, the post is saved and not published. */
    is_draft?: boolean | undefined
    /** An object by platform. `caption`, `media` and `scheduled_at` replace those of the post. The other members are options of the platform, listed by `GET /v1/platforms`. */
    platform_configurations?: Record<string, Record<string, unknown>> | null | undefined
    /** Configuration of up to 500 single accounts, with the same members. It overrides that of the platform. `account_id` is an id or a number. The form is a list of `{account_id, …}`, that list in an object under the name `account_configurations`, or an object by account id. */
    account_configurations?: readonly unknown[] | Record<string, unknown> | null | undefined
    /** Your own id for the post. */
    external_id?: string | null | undefined
    /** Your own notes, up to 50 members. */
    metadata?: Record<string, string> | undefined
    tags?: readonly string[] | undefined
    /** How late a post may still be published if its time was missed. After that, the result needs review. */
    late_policy?: 'publish_24h' | 'publish_1h' | 'publish_always' | 'ask' | undefined
    /** Whether media may be fitted to the limits of a network; true by default. If false, media are sent as they are, and a result fails where its network needs them changed. */
    processing_enabled?: boolean | undefined
    /** Puts the post into the next slot of the queue that is free for all its accounts. `timezone` is the zone of the slots that have none of their own, in place of the workspace’s. A `scheduled_at` wins, with a warning; a draft takes no slot. */
    use_queue?:
      | boolean
      | {
          timezone?: string | undefined
        }
      | null
      | undefined
    /** Ids from `GET /v1/social-accounts`, or the `number` of an account, also as digits in a string. */
    social_accounts: readonly (string | number)[]
  }[]
}

/** The body of createPost. */
export interface CreatePostInput {
  /** Your own UUIDv7 for the post. If a post with this id exists, it is returned and no other is created. */
  id?: string | undefined
  /** The text of the post. */
  caption?: string | undefined
  /** Another name for `caption`. If both are given, they must be equal. */
  body?: string | undefined
  /** The media in the order in which they are published. */
  media?:
    | readonly (
        | string
        | {
            media_id: string
            alt_text?: string | null | undefined
            focus?:
              | {
                  x: number
                  y: number
                }
              | null
              | undefined
            /** The part to show, as shares of the width and height from the top left. A crop of everything undoes that of the medium. */
            crop?:
              | {
                  x: number
                  y: number
                  width: number
                  height: number
                }
              | null
              | undefined
          }
      )[]
    | undefined
  /** An ISO 8601 date and time of the years 1 to 9999, in UTC unless it has an offset. A part of a millisecond is rounded up. Null or absent publishes now. */
  scheduled_at?: string | null | undefined
  /** If true, the post is saved and not published. */
  is_draft?: boolean | undefined
  /** An object by platform. `caption`, `media` and `scheduled_at` replace those of the post. The other members are options of the platform, listed by `GET /v1/platforms`. */
  platform_configurations?: Record<string, Record<string, unknown>> | null | undefined
  /** Configuration of up to 500 single accounts, with the same members. It overrides that of the platform. `account_id` is an id or a number. The form is a list of `{account_id, …}`, that list in an object under the name `account_configurations`, or an object by account id. */
  account_configurations?: readonly unknown[] | Record<string, unknown> | null | undefined
  /** Your own id for the post. */
  external_id?: string | null | undefined
  /** Your own notes, up to 50 members. */
  metadata?: Record<string, string> | undefined
  tags?: readonly string[] | undefined
  /** How late a post may still be published if its time was missed. After that, the result needs review. */
  late_policy?: 'publish_24h' | 'publish_1h' | 'publish_always' | 'ask' | undefined
  /** Whether media may be fitted to the limits of a network; true by default. If false, media are sent as they are, and a result fails where its network needs them changed. */
  processing_enabled?: boolean | undefined
  /** Puts the post into the next slot of the queue that is free for all its accounts. `timezone` is the zone of the slots that have none of their own, in place of the workspace’s. A `scheduled_at` wins, with a warning; a draft takes no slot. */
  use_queue?:
    | boolean
    | {
        timezone?: string | undefined
      }
    | null
    | undefined
  /** Addresses of files, which become media of the post behind those in `media`. They are fetched before the post is stored, within 20 seconds. Import larger files with importMedia, and name them in `media`. */
  media_urls?: readonly string[] | null | undefined
  /** Ids from `GET /v1/social-accounts`, or the `number` of an account, also as digits in a string. */
  social_accounts: readonly (string | number)[]
}

/** The body of createPostNote. */
export interface CreatePostNoteInput {
  /** Plain text; line breaks are kept. Other control characters and white space at its end are left out. */
  text: string
  /** The members whom it mentions, by their ids; they are told of it. */
  mentions?: readonly string[] | undefined
}

/** The body of createQueueSlot. */
export interface CreateQueueSlotInput {
  weekdays: readonly ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
  /** By the clock on the wall, from `00:00` to `23:59`. On a day that leaves it out, because clocks are put forward, the slot is at the first moment after the gap. On a day that has it twice, it is at the first of the two. */
  time: string
  /** A time zone of the IANA database, such as `Europe/Berlin`. */
  timezone?: string | null | undefined
  /** The account whose posts it is for; null: all. */
  social_account_id?: string | null | undefined
  /** A post goes out up to so many minutes later, by a number that is fixed for each day. */
  jitter_minutes?: number | undefined
  /** Whether it is given to new posts. */
  enabled?: boolean | undefined
}

/** The body of createRecurrence. */
export interface CreateRecurrenceInput {
  /** The text of the post. */
  caption?: string | undefined
  /** Another name for `caption`. If both are given, they must be equal. */
  body?: string | undefined
  /** The media in the order in which they are published. */
  media?:
    | readonly (
        | string
        | {
            media_id: string
            alt_text?: string | null | undefined
            focus?:
              | {
                  x: number
                  y: number
                }
              | null
              | undefined
            /** The part to show, as shares of the width and height from the top left. A crop of everything undoes that of the medium. */
            crop?:
              | {
                  x: number
                  y: number
                  width: number
                  height: number
                }
              | null
              | undefined
          }
      )[]
    | undefined
  /** An object by platform. `caption`, `media` and `scheduled_at` replace those of the post. The other members are options of the platform, listed by `GET /v1/platforms`. */
  platform_configurations?: Record<string, Record<string, unknown>> | null | undefined
  /** Configuration of up to 500 single accounts, with the same members. It overrides that of the platform. `account_id` is an id or a number. The form is a list of `{account_id, …}`, that list in an object under the name `account_configurations`, or an object by account id. */
  account_configurations?: readonly unknown[] | Record<string, unknown> | null | undefined
  /** Your own id for the post. */
  external_id?: string | null | undefined
  /** Your own notes, up to 50 members. */
  metadata?: Record<string, string> | undefined
  tags?: readonly string[] | undefined
  /** How late a post may still be published if its time was missed; `publish_24h` by default. After that, the result needs review. */
  late_policy?: 'publish_24h' | 'publish_1h' | 'ask' | undefined
  /** Whether media may be fitted to the limits of a network; true by default. If false, media are sent as they are, and a result fails where its network needs them changed. */
  processing_enabled?: boolean | undefined
  /** Ids from `GET /v1/social-accounts`, or the `number` of an account, also as digits in a string. */
  social_accounts: readonly (string | number)[]
  /** Words and media that take turns: the first post has those of the first, and after the last comes the first again. Some networks refuse words that an account has posted already. */
  variations?:
    | readonly {
        /** In place of the `caption` of the recurrence. */
        caption?: string | undefined
        /** In place of the `media` of the recurrence. */
        media?:
          | readonly (
              | string
              | {
                  media_id: string
                  alt_text?: string | null | undefined
                  focus?:
                    | {
                        x: number
                        y: number
                      }
                    | null
                    | undefined
                  /** The part to show, as shares of the width and height from the top left. A crop of everything undoes that of the medium. */
                  crop?:
                    | {
                        x: number
                        y: number
                        width: number
                        height: number
                      }
                    | null
                    | undefined
                }
            )[]
          | undefined
      }[]
    | undefined
  rule: RecurrenceRule
  /** A time zone of the IANA database, such as `Europe/Berlin`. Null or absent: that of the workspace now. The recurrence keeps it when the workspace gets another. */
  timezone?: string | null | undefined
  /** The first day on which it may post; today by default. */
  starts_on?: string | null | undefined
  /** The last day on which it may post; null: it goes on. */
  ends_on?: string | null | undefined
  /** Ends after so many posts; null: it goes on. */
  ends_after?: number | null | undefined
}

/** The body of createReviewLink. */
export interface CreateReviewLinkInput {
  /** Who gets the link, as your team calls them. The recipient sees it too. */
  recipient: string
  /** These posts, drafts too. */
  posts?: readonly string[] | undefined
  /** The posts that wait for approval now, the soonest 100. */
  waiting?: true | undefined
  filter?: ReviewFilter | undefined
  /** Whether the recipient may approve and return posts, or only look; true unless given. It needs the scope `publish`. */
  may_decide?: boolean | undefined
  /** From five minutes to 365 days; 30 days unless given. */
  expires_in_seconds?: number | undefined
}

/** The body of createSavedText. */
export interface CreateSavedTextInput {
  /** A line by which people find it. No two saved texts of a workspace and mode have names that differ in case alone. */
  name: string
  /** The text as it is put into a post, with its line breaks. */
  text: string
  /** The networks that it is meant for; none means every network. The app offers it first where the post goes to one of them, and everywhere else below the others. */
  platforms?: readonly string[] | undefined
}

/** The body of createUploadUrl. */
export interface CreateUploadUrlInput {
  /** The name you give the file. */
  name: string
  /** Such as `image/jpeg`. Other names in use are taken too, such as `image/jpg`, `image/heif` and `video/x-m4v`; `headers` has the usual one. */
  mime_type: string
  /** The exact number of bytes that will be sent. */
  size_bytes: number
  /** The SHA-256 of the file in hexadecimal digits. Bytes that have another are refused with `media_hash_mismatch`, and can be sent again. */
  sha256?: string | undefined
  /** Whether it stays although no post ever used it. Otherwise it is deleted 24 hours after its upload or last change; the operator may set another time. */
  keep?: boolean | undefined
}

/** The body of createWebhookEndpoint. */
export interface CreateWebhookEndpointInput {
  /** Where events are sent: an https address on the public internet. Redirects are not followed. */
  url: string
  /** The types of events to send; empty for all, those of later versions too. */
  events?:
    | readonly (
        | 'post.created'
        | 'post.updated'
        | 'post.processing'
        | 'post.posted'
        | 'post.partial'
        | 'post.failed'
        | 'post.needs_review'
        | 'post.held'
        | 'post.canceled'
        | 'post.submitted'
        | 'post.approved'
        | 'post.returned'
        | 'post.deleted'
        | 'post_result.published'
        | 'post_result.failed'
        | 'post_result.needs_review'
        | 'post_result.unpublished'
        | 'post_result.unpublish_failed'
        | 'post_result.edited'
        | 'post_result.edit_failed'
        | 'recurrence.created'
        | 'recurrence.active'
        | 'recurrence.paused'
        | 'recurrence.needs_attention'
        | 'recurrence.ended'
        | 'recurrence.deleted'
        | 'feed.created'
        | 'feed.active'
        | 'feed.paused'
        | 'feed.failing'
        | 'feed.stopped'
        | 'feed.deleted'
        | 'feed.items_waiting'
        | 'feed_item.failed'
        | 'post_note.created'
        | 'post_note.updated'
        | 'post_note.deleted'
        | 'social_account.connected'
        | 'social_account.needs_reconnect'
        | 'social_account.blocked'
        | 'social_account.disconnected'
        | 'media.ready'
        | 'media.rejected'
        | 'webhook_endpoint.disabled'
        | 'webhook_endpoint.enabled'
        | 'webhook_endpoint.test'
      )[]
    | undefined
  description?: string | undefined
}

export interface CreatedPosts {
  /** In the order sent. */
  data: Post[]
}

export interface DailyFigures {
  data: DayOfFigures[]
}

export interface DayOfFigures {
  /** A day in UTC. */
  date: string
  view_count: number | null
  reach_count: number | null
  like_count: number | null
  comment_count: number | null
  share_count: number | null
  save_count: number | null
  click_count: number | null
}

/** The body of decideFeedItems. */
export interface DecideFeedItemsInput {
  decision: 'post' | 'skip'
  /** Ids of items. One that is `seen` or `old` can be posted too. Left out: all that wait, at most 50. */
  items?: readonly string[] | undefined
}

/** The filters of deletePost. */
export interface DeletePostQuery {
  /** Also delete the post at its networks. */
  unpublish?: boolean | undefined
}

/** The filters of deleteRecurrence. */
export interface DeleteRecurrenceQuery {
  /** Leaves all posts that are planned already. */
  keep_posts?: boolean | undefined
}

export interface Deleted {
  id: string
  deleted: true
  success: true
}

export interface DeletedPost {
  id: string
  /** False while the post is being deleted at its networks. */
  deleted: boolean
  success: true
}

export interface DeletedRecurrence {
  id: string
  deleted: true
  success: true
  posts: ReplannedPosts
}

/** The body of editPostResult. */
export interface EditPostResultInput {
  /** The whole text that is to be public from now on. */
  caption: string
  /** The part of a thread, or its first comment, by its `position`. 0, the usual one, is the post itself. */
  part?: number | undefined
  /** Options that are changed with the text, such as the title of a video. `edits` of the platform names those that can be. */
  options?: Record<string, unknown> | undefined
}

export interface ExpandedPost {
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
  caption: string
  /** Public URLs, in the order of the request. */
  media: string[]
  /** In the order of the request. */
  social_accounts: string[]
  scheduled_at: string | null
  is_draft: boolean
  created_at: string
  updated_at: string
  /** Storage paths, in the order of the request. */
  media_ids: string[]
  /** As in the request; null if there was none. */
  platform_configurations: unknown
  /** As in the request; null if there was none. */
  account_configurations: unknown
  external_id: string | null
  metadata: Record<string, string>
  tags: string[]
  /** How late a post may still be published if its time was missed. After that, the result needs review. */
  late_policy: 'publish_24h' | 'publish_1h' | 'publish_always' | 'ask'
  /** Whether media may be fitted to the limits of a network. */
  processing_enabled: boolean
  /** The slot of the queue that gave the post its time; null once the time was changed. */
  queue: {
    /** The slot, which may be deleted meanwhile. */
    slot_id: string
    /** The time of the slot, without its jitter. */
    slot_at: string
  } | null
  /** The recurrence that made the post, which may be deleted meanwhile; null for every other. */
  recurrence_id: string | null
  /** Problems that did not prevent saving the post. On a draft they include everything that prevents its promotion. On a published post they also name what a network left out, such as a thumbnail that it refused. */
  warnings: {
    /** A JSON pointer into the request. */
    pointer: string
    code: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
    social_account_id?: string
  }[]
  approval: Approval | null
  results?: PostResult[]
  /** The person who created it, also by an API key of theirs; otherwise the API key. */
  author?: string
  /** The request that would make the post as it is, with the alt text, focus and crop of each medium. */
  request?: Record<string, unknown>
}

/** The filters of exportAuditLog. */
export interface ExportAuditLogQuery {
  /** The id of a key or of a person, or `key`, `user`, `operator`, `system` or `nobody`. */
  actor?: string | undefined
  /** An action such as `post.update`, or all on one kind of thing, such as `post`. */
  action?: string | undefined
  /** The id of what it was done to. */
  subject?: string | undefined
  /** Only entries from this time on. */
  from?: string | undefined
  /** Only entries before this time. */
  to?: string | undefined
  /** The address that it was done from. */
  ip?: string | undefined
  /** `csv` unless given. Cells that a spreadsheet would take for a formula begin with an apostrophe. */
  format?: 'csv' | 'ndjson' | undefined
}

export interface Feed {
  id: string
  url: string
  /** The name that the feed gives itself, or its host. */
  title: string
  site_url: string | null
  /** `failing`: it could not be read for three days, and is still tried. `stopped`: Crier gave up on it; `problem` says why, and resuming it makes whoever does that the one in whose name its posts are. */
  status: 'active' | 'paused' | 'failing' | 'stopped'
  problem: FeedNote | null
  social_accounts: string[]
  /** A new item becomes a `draft`, a post at the next free time of the `queue`, or one that goes out at once (`publish`). */
  action: 'draft' | 'queue' | 'publish'
  /** The text of a post, with fields in braces: `{title}`, `{link}`, `{summary}`, `{author}`, `{hashtags}`, `{categories}`, `{date}`, `{feed}`. By default `{title}\n\n{link}`. Text that is longer than a network takes is shortened after a word; the link stays. */
  caption: string
  /** As in the request; null if there was none. */
  platform_configurations: unknown
  /** Whether the picture of an item goes with its post; true by default. A picture that cannot be had is left out, with a note. */
  with_picture: boolean
  /** Tags of the posts. */
  tags: string[]
  /** How many items become posts by themselves within 24 hours; 10 by default. The others wait for a person. */
  max_per_day: number
  /** How many items wait for a person, or failed. */
  waiting: number
  last_item: FeedItem | null
  last_look_at: string | null
  next_look_at: string | null
  /** The person in whose name its posts are made. */
  created_by: string
  created_at: string
  updated_at: string
}

export interface FeedCheck {
  /** The address of the feed itself. */
  url: string
  title: string
  site_url: string | null
  format: 'rss' | 'rss1' | 'atom' | 'json'
  /** All feeds that the page names, if the address was that of a page. The first of them was read. */
  alternatives: {
    url: string
    title: string
  }[]
  /** How many items it has. */
  total: number
  /** The newest, at most 10. */
  items: {
    title: string
    link: string | null
    published_at: string | null
    summary: string
    author: string
    categories: string[]
    has_picture: boolean
  }[]
  /** The newest item as a post on each account that was named. */
  previews: {
    social_account_id: string
    platform: string
    /** The text as it would go out, shortened where it is too long. */
    caption: string
    is_shortened: boolean
    length: {
      count: number
      max: number
      unit: string
    }
    problems: FeedNote[]
  }[]
}

export interface FeedDecision {
  decided: number
  feed: Feed
}

export interface FeedItem {
  id: string
  feed_id: string
  title: string
  link: string | null
  published_at: string | null
  /** `seen`: it was there before the feed was added. `old`: it was published long before it appeared, or had appeared under another id. `waiting`: a person decides. `due`: it is about to become a post. `posted`, `skipped` by a person, or `failed`. */
  outcome: 'seen' | 'old' | 'waiting' | 'due' | 'posted' | 'skipped' | 'failed'
  /** The post that was made of it, which may be deleted. */
  post_id: string | null
  /** The reasons why it became no post, or why something was left out of it. */
  notes: FeedNote[]
  found_at: string
}

export interface FeedNote {
  code: string
  detail: string
  /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
  template?: string
  /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
  params?: Record<string, unknown>
  social_account_id?: string
}

export interface Fit {
  platform: string
  /** The network for people. */
  name: string
  /** The value of the option that chooses another kind of post, such as `story`; null for the usual one. `placements` in the limits names the option. */
  placement: string | null
  /** The accounts of which all this holds. */
  social_account_ids: string[]
  outcome: 'as_it_is' | 'changed' | 'refused'
  /** The outcome in words. */
  summary: string
  change: MediaChange | null
  problems: {
    code: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
  }[]
  warnings: {
    code: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
  }[]
}

export interface FreeSlots {
  data: {
    slot_id: string
    social_account_id: string | null
    /** When a post with this slot goes out, with the jitter of the day. */
    scheduled_at: string
    /** The slot itself, without jitter. */
    slot_at: string
    /** The first of the two times, by the clock of the zone. */
    local_time: string
    timezone: string
  }[]
  /** Whether the queue is paused, so that no slot is free. */
  paused: boolean
}

/** The filters of getAttention. */
export interface GetAttentionQuery {
  /** The kinds to list; all by default. `counts` and `total` tell of all kinds either way. */
  kind?:
    | 'review'
    | 'approval'
    | 'account'
    | 'failed'
    | 'edit'
    | 'returned'
    | 'recurrence'
    | 'endpoint'
    | 'feed'
    | 'limit'
    | readonly (
        | 'review'
        | 'approval'
        | 'account'
        | 'failed'
        | 'edit'
        | 'returned'
        | 'recurrence'
        | 'endpoint'
        | 'feed'
        | 'limit'
      )[]
    | undefined
  /** The most items of each kind; 50 by default. */
  limit?: number | undefined
}

/** The filters of getCalendar. */
export interface GetCalendarQuery {
  /** The first day: a date, or a date and time. */
  from: string
  /** The last day, which is in the span: a date, or a date and time. At most 366 days. */
  to: string
  /** The zone of the days, of the IANA database, such as `Europe/Berlin`. That of the workspace by default. */
  timezone?: string | undefined
  /** How many posts of each day to show; 4 by default. */
  per_day?: number | undefined
  /** Posts with one of these statuses. `published` is another name for `posted`. */
  status?:
    | 'draft'
    | 'scheduled'
    | 'processing'
    | 'posted'
    | 'partial'
    | 'failed'
    | 'held'
    | 'needs_review'
    | 'canceled'
    | 'published'
    | readonly (
        | 'draft'
        | 'scheduled'
        | 'processing'
        | 'posted'
        | 'partial'
        | 'failed'
        | 'held'
        | 'needs_review'
        | 'canceled'
        | 'published'
      )[]
    | undefined
  /** Posts whose approval is in one of these states. */
  approval?:
    | 'waiting'
    | 'approved'
    | 'returned'
    | readonly ('waiting' | 'approved' | 'returned')[]
    | undefined
  /** Posts with an account on one of these platforms. */
  platform?: string | readonly string[] | undefined
  /** Posts on one of these accounts. */
  social_account_id?: string | readonly string[] | undefined
  /** Posts with one of these tags. */
  tag?: string | readonly string[] | undefined
  /** Posts created by one of these API keys, or by any key of one of these users. */
  author?: string | readonly string[] | undefined
  /** Posts that one of these recurrences made. */
  recurrence_id?: string | readonly string[] | undefined
}

/** The filters of getLinkPreview. */
export interface GetLinkPreviewQuery {
  /** The whole address of a page, percent-encoded. */
  url: string
}

/** The filters of getPost. */
export interface GetPostQuery {
  /** `results` adds the result on each account, `author` the person who created the post, `request` the request that would make the post as it is. */
  expand?: 'results' | 'author' | 'request' | readonly ('results' | 'author' | 'request')[] | undefined
}

/** The filters of getSandboxFeed. */
export interface GetSandboxFeedQuery {
  /** The end of the last page, from its `meta.next`. */
  cursor?: string | undefined
  /** Only the thread of the post with this id on the sandbox. */
  post?: string | undefined
}

/** The filters of getUsage. */
export interface GetUsageQuery {
  /** The start: a date, or a date and time. The default is the start of the month of `to`, in UTC. */
  from?: string | undefined
  /** The end. A date includes the whole day, in UTC. The default is now. */
  to?: string | undefined
}

/** The body of importMedia. */
export interface ImportMediaInput {
  /** The address of the file itself, not of a page around it. */
  url: string
  /** The name you give the file. */
  name?: string | undefined
  /** Whether it stays although no post ever used it. Otherwise it is deleted 24 hours after its upload or last change; the operator may set another time. */
  keep?: boolean | undefined
}

export interface Limits {
  text?: Counting
  media?: MediaLimits
  placements?: Placements | null
  /** The most posts in a thread, including the first. */
  thread_max?: number
  /** How many posts may be published within a span of time. Posts over the limit wait and are published as soon as the limit allows. */
  rates?: {
    /** The scope in which the network counts. */
    per: 'account' | 'server' | 'app'
    posts: number
    every_seconds: number
    /** How many posts may be published now; null if no account is given. */
    remaining: number | null
  }[]
}

export interface LinkPreview {
  /** As it was asked for. */
  url: string
  /** Null where the page could not be read, or says nothing of itself. */
  title: string | null
  description: string
  /** A public URL of this server for the picture of the page, for about a day; null where the page shows none. */
  picture_url: string | null
}

/** The filters of listAnalytics. */
export interface ListAnalyticsQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
  /** On one of these platforms. */
  platform?: string | readonly string[] | undefined
  /** Only figures of these post results. */
  post_result_id?: string | readonly string[] | undefined
  /** Published within this time. The default is `all`. */
  timeframe?: '7d' | '30d' | '90d' | 'all' | undefined
}

/** The filters of listAuditLog. */
export interface ListAuditLogQuery {
  /** The id of a key or of a person, or `key`, `user`, `operator`, `system` or `nobody`. */
  actor?: string | undefined
  /** An action such as `post.update`, or all on one kind of thing, such as `post`. */
  action?: string | undefined
  /** The id of what it was done to. */
  subject?: string | undefined
  /** Only entries from this time on. */
  from?: string | undefined
  /** Only entries before this time. */
  to?: string | undefined
  /** The address that it was done from. */
  ip?: string | undefined
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
}

/** The filters of listChoices. */
export interface ListChoicesQuery {
  /** Words to search by. */
  query?: string | undefined
}

/** The answer of listChoices. */
export interface ListChoicesResult {
  data: Choice[]
}

/** The filters of listConnectLinks. */
export interface ListConnectLinksQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
}

/** The filters of listEvents. */
export interface ListEventsQuery {
  /** Only events of these types. */
  type?:
    | 'post.created'
    | 'post.updated'
    | 'post.processing'
    | 'post.posted'
    | 'post.partial'
    | 'post.failed'
    | 'post.needs_review'
    | 'post.held'
    | 'post.canceled'
    | 'post.submitted'
    | 'post.approved'
    | 'post.returned'
    | 'post.deleted'
    | 'post_result.published'
    | 'post_result.failed'
    | 'post_result.needs_review'
    | 'post_result.unpublished'
    | 'post_result.unpublish_failed'
    | 'post_result.edited'
    | 'post_result.edit_failed'
    | 'recurrence.created'
    | 'recurrence.active'
    | 'recurrence.paused'
    | 'recurrence.needs_attention'
    | 'recurrence.ended'
    | 'recurrence.deleted'
    | 'feed.created'
    | 'feed.active'
    | 'feed.paused'
    | 'feed.failing'
    | 'feed.stopped'
    | 'feed.deleted'
    | 'feed.items_waiting'
    | 'feed_item.failed'
    | 'post_note.created'
    | 'post_note.updated'
    | 'post_note.deleted'
    | 'social_account.connected'
    | 'social_account.needs_reconnect'
    | 'social_account.blocked'
    | 'social_account.disconnected'
    | 'media.ready'
    | 'media.rejected'
    | 'webhook_endpoint.disabled'
    | 'webhook_endpoint.enabled'
    | 'webhook_endpoint.test'
    | readonly (
        | 'post.created'
        | 'post.updated'
        | 'post.processing'
        | 'post.posted'
        | 'post.partial'
        | 'post.failed'
        | 'post.needs_review'
        | 'post.held'
        | 'post.canceled'
        | 'post.submitted'
        | 'post.approved'
        | 'post.returned'
        | 'post.deleted'
        | 'post_result.published'
        | 'post_result.failed'
        | 'post_result.needs_review'
        | 'post_result.unpublished'
        | 'post_result.unpublish_failed'
        | 'post_result.edited'
        | 'post_result.edit_failed'
        | 'recurrence.created'
        | 'recurrence.active'
        | 'recurrence.paused'
        | 'recurrence.needs_attention'
        | 'recurrence.ended'
        | 'recurrence.deleted'
        | 'feed.created'
        | 'feed.active'
        | 'feed.paused'
        | 'feed.failing'
        | 'feed.stopped'
        | 'feed.deleted'
        | 'feed.items_waiting'
        | 'feed_item.failed'
        | 'post_note.created'
        | 'post_note.updated'
        | 'post_note.deleted'
        | 'social_account.connected'
        | 'social_account.needs_reconnect'
        | 'social_account.blocked'
        | 'social_account.disconnected'
        | 'media.ready'
        | 'media.rejected'
        | 'webhook_endpoint.disabled'
        | 'webhook_endpoint.enabled'
        | 'webhook_endpoint.test'
      )[]
    | undefined
  /** Only events about this post, post result, account, medium or webhook endpoint. */
  subject?: string | undefined
  /** Where to go on: `meta.cursor` of an earlier answer, or the id of an event of the stream. `now` for the end. The list begins with the oldest event unless given, the stream at the end. */
  cursor?: string | undefined
  /** Events per page; 10 by default. */
  limit?: number | undefined
}

/** The filters of listFeedItems. */
export interface ListFeedItemsQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
  /** Items with one of these outcomes alone. */
  outcome?:
    | 'seen'
    | 'old'
    | 'waiting'
    | 'due'
    | 'posted'
    | 'skipped'
    | 'failed'
    | readonly ('seen' | 'old' | 'waiting' | 'due' | 'posted' | 'skipped' | 'failed')[]
    | undefined
}

/** The filters of listFeeds. */
export interface ListFeedsQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
}

/** The answer of listFits. */
export interface ListFitsResult {
  data: Fit[]
}

/** The filters of listFreeSlots. */
export interface ListFreeSlotsQuery {
  /** How many; 10 by default. */
  limit?: number | undefined
  /** Slots at this time or later; now by default. */
  from?: string | undefined
  /** Slots at this time or earlier, at most 366 days from now; 90 days after `from` by default. */
  to?: string | undefined
  /** Accounts of a post: slots that are free for all of them, and slots of their own. */
  social_account_id?: string | readonly string[] | undefined
  /** A time zone of the IANA database, such as `Europe/Berlin`. */
  timezone?: string | undefined
}

/** The filters of listMedia. */
export interface ListMediaQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
  /** The order; `newest` first by default. */
  sort?: 'newest' | 'oldest' | 'name' | 'largest' | 'smallest' | undefined
  /** Kinds (`image`, `gif`, `video`, `document`) or media types. */
  type?: string | readonly string[] | undefined
  status?: 'waiting' | 'ready' | 'rejected' | readonly ('waiting' | 'ready' | 'rejected')[] | undefined
  /** Media whose name contains this text, ignoring case. */
  name?: string | undefined
  /** Media with one of these tags. */
  tag?: string | readonly string[] | undefined
  /** Media that these posts use. */
  post_id?: string | readonly string[] | undefined
  /** Media that no post uses; with `false`, media that a post uses. */
  unused?: boolean | undefined
  /** Media that are marked `keep`, or are not. */
  keep?: boolean | undefined
  /** Media with an alt text, or without. */
  has_alt_text?: boolean | undefined
  /** Media of this size or larger. */
  min_size_bytes?: number | undefined
  /** Media of this size or smaller. */
  max_size_bytes?: number | undefined
  /** Created at this time or later. */
  from?: string | undefined
  /** Created at this time or earlier. A date includes the whole day, in UTC. */
  to?: string | undefined
}

/** The answer of listMediaTags. */
export interface ListMediaTagsResult {
  data: {
    tag: string
    media: number
  }[]
}

/** The filters of listPlatforms. */
export interface ListPlatformsQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** Platforms with one of these names. */
  platform?: string | readonly string[] | undefined
}

/** The filters of listPostNotes. */
export interface ListPostNotesQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
  /** True: only notes that are done. False: only open ones. */
  resolved?: boolean | undefined
}

/** The answer of listPostNotes. */
export interface ListPostNotesResult {
  data: PostNote[]
  meta: {
    /** How many rows match. Absent with a cursor where counting would take long. */
    total?: number
    offset: number
    limit: number
    /** The URL of the next page; null on the last page. */
    next: string | null
  }
  /** How many notes of the post are open, of all pages. */
  open: number
}

/** The filters of listPostResults. */
export interface ListPostResultsQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
  /** Results of one of these posts. */
  post_id?: string | readonly string[] | undefined
  /** On one of these platforms. */
  platform?: string | readonly string[] | undefined
  /** Results with one of these statuses; `any` is all of them. Without this filter only outcomes are listed: `published`, `failed` and `canceled`, except results with the error code `outcome_unknown`. */
  status?:
    | 'pending'
    | 'publishing'
    | 'confirming'
    | 'published'
    | 'failed'
    | 'held'
    | 'needs_review'
    | 'canceled'
    | 'any'
    | readonly (
        | 'pending'
        | 'publishing'
        | 'confirming'
        | 'published'
        | 'failed'
        | 'held'
        | 'needs_review'
        | 'canceled'
        | 'any'
      )[]
    | undefined
  /** On one of these accounts. */
  social_account_id?: string | readonly string[] | undefined
}

/** The answer of listPostVersions. */
export interface ListPostVersionsResult {
  /** The latest first, at most 100. */
  data: PostVersion[]
}

/** The filters of listPosts. */
export interface ListPostsQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
  /** `results` adds the result on each account, `author` the person who created the post, `open_notes` how many of its notes are not marked as done. */
  expand?: 'results' | 'author' | 'open_notes' | readonly ('results' | 'author' | 'open_notes')[] | undefined
  /** Posts with one of these statuses. `published` is another name for `posted`. */
  status?:
    | 'draft'
    | 'scheduled'
    | 'processing'
    | 'posted'
    | 'partial'
    | 'failed'
    | 'held'
    | 'needs_review'
    | 'canceled'
    | 'published'
    | readonly (
        | 'draft'
        | 'scheduled'
        | 'processing'
        | 'posted'
        | 'partial'
        | 'failed'
        | 'held'
        | 'needs_review'
        | 'canceled'
        | 'published'
      )[]
    | undefined
  /** Posts whose approval is in one of these states. */
  approval?:
    | 'waiting'
    | 'approved'
    | 'returned'
    | readonly ('waiting' | 'approved' | 'returned')[]
    | undefined
  /** Posts with an account on one of these platforms. */
  platform?: string | readonly string[] | undefined
  /** Posts on one of these accounts. */
  social_account_id?: string | readonly string[] | undefined
  /** Posts with one of these tags. */
  tag?: string | readonly string[] | undefined
  /** Posts created by one of these API keys, or by any key of one of these users. */
  author?: string | readonly string[] | undefined
  /** Posts that one of these recurrences made. */
  recurrence_id?: string | readonly string[] | undefined
  /** Posts scheduled or published at this time or later. A draft without a time counts by its creation. */
  from?: string | undefined
  /** Posts scheduled or published at this time or earlier. A date includes the whole day, in UTC. */
  to?: string | undefined
  /** Posts whose `scheduled_at` is this time or later. */
  scheduled_from?: string | undefined
  /** Posts whose `scheduled_at` is this time or earlier. A date includes the whole day, in UTC. */
  scheduled_to?: string | undefined
  /** By creation or by time; with `-` the latest first, which is the default: `-created_at`. A post without `scheduled_at` stands at its creation. */
  order?: '-created_at' | 'created_at' | '-scheduled_at' | 'scheduled_at' | undefined
  /** Posts with one of these values of `external_id`. */
  external_id?: string | readonly string[] | undefined
  /** Posts whose caption contains this text, ignoring case. */
  text?: string | undefined
  /** True: only posts that stand in the calendar, which drafts without a time do not. */
  in_calendar?: boolean | undefined
}

/** The filters of listQueueSlots. */
export interface ListQueueSlotsQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
  /** Slots that are for one of these accounts alone. */
  social_account_id?: string | readonly string[] | undefined
}

/** The filters of listRecurrences. */
export interface ListRecurrencesQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
  /** Recurrences on one of these accounts. */
  social_account_id?: string | readonly string[] | undefined
}

/** The filters of listReviewLinks. */
export interface ListReviewLinksQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
}

/** The filters of listSavedTexts. */
export interface ListSavedTextsQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
  /** Words of their names or texts, in whatever case. */
  text?: string | undefined
}

/** The filters of listSocialAccounts. */
export interface ListSocialAccountsQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
  platform?: string | readonly string[] | undefined
  status?:
    | 'active'
    | 'needs_reconnect'
    | 'blocked'
    | 'disabled'
    | readonly ('active' | 'needs_reconnect' | 'blocked' | 'disabled')[]
    | undefined
  /** Accounts with one of these usernames, with or without `@`, ignoring case. */
  username?: string | readonly string[] | undefined
  /** Accounts with one of these tags. */
  tag?: string | readonly string[] | undefined
}

/** The filters of listWebhookDeliveries. */
export interface ListWebhookDeliveriesQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
  status?:
    | 'pending'
    | 'delivered'
    | 'failed'
    | 'kept'
    | readonly ('pending' | 'delivered' | 'failed' | 'kept')[]
    | undefined
  event_type?:
    | 'post.created'
    | 'post.updated'
    | 'post.processing'
    | 'post.posted'
    | 'post.partial'
    | 'post.failed'
    | 'post.needs_review'
    | 'post.held'
    | 'post.canceled'
    | 'post.submitted'
    | 'post.approved'
    | 'post.returned'
    | 'post.deleted'
    | 'post_result.published'
    | 'post_result.failed'
    | 'post_result.needs_review'
    | 'post_result.unpublished'
    | 'post_result.unpublish_failed'
    | 'post_result.edited'
    | 'post_result.edit_failed'
    | 'recurrence.created'
    | 'recurrence.active'
    | 'recurrence.paused'
    | 'recurrence.needs_attention'
    | 'recurrence.ended'
    | 'recurrence.deleted'
    | 'feed.created'
    | 'feed.active'
    | 'feed.paused'
    | 'feed.failing'
    | 'feed.stopped'
    | 'feed.deleted'
    | 'feed.items_waiting'
    | 'feed_item.failed'
    | 'post_note.created'
    | 'post_note.updated'
    | 'post_note.deleted'
    | 'social_account.connected'
    | 'social_account.needs_reconnect'
    | 'social_account.blocked'
    | 'social_account.disconnected'
    | 'media.ready'
    | 'media.rejected'
    | 'webhook_endpoint.disabled'
    | 'webhook_endpoint.enabled'
    | 'webhook_endpoint.test'
    | readonly (
        | 'post.created'
        | 'post.updated'
        | 'post.processing'
        | 'post.posted'
        | 'post.partial'
        | 'post.failed'
        | 'post.needs_review'
        | 'post.held'
        | 'post.canceled'
        | 'post.submitted'
        | 'post.approved'
        | 'post.returned'
        | 'post.deleted'
        | 'post_result.published'
        | 'post_result.failed'
        | 'post_result.needs_review'
        | 'post_result.unpublished'
        | 'post_result.unpublish_failed'
        | 'post_result.edited'
        | 'post_result.edit_failed'
        | 'recurrence.created'
        | 'recurrence.active'
        | 'recurrence.paused'
        | 'recurrence.needs_attention'
        | 'recurrence.ended'
        | 'recurrence.deleted'
        | 'feed.created'
        | 'feed.active'
        | 'feed.paused'
        | 'feed.failing'
        | 'feed.stopped'
        | 'feed.deleted'
        | 'feed.items_waiting'
        | 'feed_item.failed'
        | 'post_note.created'
        | 'post_note.updated'
        | 'post_note.deleted'
        | 'social_account.connected'
        | 'social_account.needs_reconnect'
        | 'social_account.blocked'
        | 'social_account.disconnected'
        | 'media.ready'
        | 'media.rejected'
        | 'webhook_endpoint.disabled'
        | 'webhook_endpoint.enabled'
        | 'webhook_endpoint.test'
      )[]
    | undefined
  /** Only deliveries made at this time or later: a date or a date and time. */
  from?: string | undefined
  /** Only deliveries made until this time: a date, whose whole day counts, or a date and time. */
  to?: string | undefined
}

/** The filters of listWebhookEndpoints. */
export interface ListWebhookEndpointsQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
}

export interface MadeReviewLink {
  id: string
  /** Who gets the link, as your team calls them. The recipient sees it too. */
  recipient: string
  /** `ended`: its maker has left, or the key with which it was made may not be used any more. Only an open link shows anything. */
  status: 'open' | 'expired' | 'revoked' | 'ended'
  /** Whether it was made to decide. */
  may_decide: boolean
  /** Whether it decides now: it is open, and its maker may publish. */
  decides: boolean
  /** The posts that it shows; null for those of its filter. */
  posts: string[] | null
  filter: ReviewFilter | null
  /** The member who made it, also by an API key. */
  created_by: string
  last_opened_at: string | null
  expires_at: string
  revoked_at: string | null
  /** The latest 20 decisions, newest first. */
  decisions: ReviewDecision[]
  created_at: string
  /** The page for the client, with the secret. It is shown this once. */
  url: string
}

export interface Me {
  mode: 'live' | 'test'
  key: {
    id: string
    name: string
    last4: string
    scopes: ('read' | 'write' | 'publish' | 'accounts' | 'admin')[]
    expires_at: string | null
    created_at: string
  } | null
  user: {
    id: string
    email: string
  }
  workspace: {
    id: string
    name: string
    timezone: string
    subscription: 'active' | 'inactive'
  }
}

export interface Media {
  id: string
  /** The storage path. Posts name it in `media`. */
  media_id: string
  name: string
  mime_type: string
  /** While an import waits whose server did not say its size, this is what came so far. */
  size_bytes: number
  /** The bytes that have come in, noted each second while it is `waiting`; all of them once it is `ready`. */
  received_bytes: number
  /** `gif` is an animated GIF. */
  kind: 'image' | 'gif' | 'video' | 'document'
  status: 'waiting' | 'ready' | 'rejected'
  /** The public URL; null until the file is uploaded. */
  url: string | null
  /** A public URL for a small WebP of it, of an animation its first picture, of a video a frame; null until the file is uploaded, and for PDF. It answers 404 while the server lacks the program that videos or HEIC need. */
  thumbnail_url: string | null
  width: number | null
  height: number | null
  duration_ms: number | null
  alt_text: string
  /** The point to keep in view when the medium is cropped: 0, 0 is the middle, 1 right or top. */
  focus: {
    x: number
    y: number
  } | null
  tags: string[]
  /** Whether it stays although no post ever used it. */
  keep: boolean
  /** Null for everything that is no video, and for a video from before these were read. */
  video: {
    container: 'mp4' | 'quicktime' | 'webm'
    /** Such as `h264`, `vp9`, `aac`; null for one nobody could name. */
    codec: string | null
    /** Such as `high`; null where none is written down. */
    profile: string | null
    /** Frames in a second. */
    frame_rate: number | null
    /** Bits in a second. */
    bit_rate: number | null
    /** Degrees clockwise by which players turn the stored picture. */
    rotation: 0 | 90 | 180 | 270
    /** Whether playing can begin before all has come. */
    is_fast_start: boolean
    /** Whether it has a high dynamic range. */
    is_hdr: boolean
    /** Null for a video without sound. */
    audio: {
      /** Such as `h264`, `vp9`, `aac`; null for one nobody could name. */
      codec: string | null
      channels: number
      sample_rate: number
      /** Bits in a second. */
      bit_rate: number | null
    } | null
  } | null
  /** Null for everything that is no picture, and for a picture from before these were read. */
  picture: {
    /** More than 1 for an animation. */
    frames: number
    /** Whether parts of it can be transparent. */
    has_alpha: boolean
    /** Such as `srgb`, `cmyk`, `b-w` and `rgb16`. */
    color_space: string | null
    /** Bits of a channel. */
    bit_depth: number | null
    /** By which of eight turns its pixels are to be shown, as EXIF counts: 1 is upright. */
    orientation: number
  } | null
  /** The pages of a document, where they can be counted. */
  pages: number | null
  /** The part to show, as shares of the width and height from the top left. It is cut out when the medium is published; the file stays whole. */
  crop: {
    x: number
    y: number
    width: number
    height: number
  } | null
  created_at: string
  /** Facts of the file again, for programs that look for them here. */
  object: {
    /** Always false: a deleted medium is not shown. */
    isDeleted: boolean
    /** The public URL; null until the file is uploaded. */
    url: string | null
    size_bytes: number
    name: string
  }
}

export interface MediaChange {
  /** A JSON pointer to the medium in the request; empty where the request names a single one. */
  pointer: string
  /** The limit of the network that asks for it; null where it is only cropped, turned or stripped. */
  reason: string | null
  /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
  template?: string
  /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
  params?: Record<string, unknown>
  /** In the order in which they are made. `change` is `strip` (of the place where it was taken), `rotate`, `crop`, `resize`, `pad`, `convert`, `transcode`, `frame_rate`, `bit_rate`, `sound`, `repack` or `compress`. */
  steps: {
    change: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
  }[]
  result: {
    kind: 'image' | 'gif' | 'video' | 'document'
    mime_type: string
    width: number | null
    height: number | null
    duration_ms: number | null
    /** The most bytes that it may have. */
    max_bytes: number
  }
}

export interface MediaDetail {
  id: string
  /** The storage path. Posts name it in `media`. */
  media_id: string
  name: string
  mime_type: string
  /** While an import waits whose server did not say its size, this is what came so far. */
  size_bytes: number
  /** The bytes that have come in, noted each second while it is `waiting`; all of them once it is `ready`. */
  received_bytes: number
  /** `gif` is an animated GIF. */
  kind: 'image' | 'gif' | 'video' | 'document'
  status: 'waiting' | 'ready' | 'rejected'
  /** The public URL; null until the file is uploaded. */
  url: string | null
  /** A public URL for a small WebP of it, of an animation its first picture, of a video a frame; null until the file is uploaded, and for PDF. It answers 404 while the server lacks the program that videos or HEIC need. */
  thumbnail_url: string | null
  width: number | null
  height: number | null
  duration_ms: number | null
  alt_text: string
  /** The point to keep in view when the medium is cropped: 0, 0 is the middle, 1 right or top. */
  focus: {
    x: number
    y: number
  } | null
  tags: string[]
  /** Whether it stays although no post ever used it. */
  keep: boolean
  /** Null for everything that is no video, and for a video from before these were read. */
  video: {
    container: 'mp4' | 'quicktime' | 'webm'
    /** Such as `h264`, `vp9`, `aac`; null for one nobody could name. */
    codec: string | null
    /** Such as `high`; null where none is written down. */
    profile: string | null
    /** Frames in a second. */
    frame_rate: number | null
    /** Bits in a second. */
    bit_rate: number | null
    /** Degrees clockwise by which players turn the stored picture. */
    rotation: 0 | 90 | 180 | 270
    /** Whether playing can begin before all has come. */
    is_fast_start: boolean
    /** Whether it has a high dynamic range. */
    is_hdr: boolean
    /** Null for a video without sound. */
    audio: {
      /** Such as `h264`, `vp9`, `aac`; null for one nobody could name. */
      codec: string | null
      channels: number
      sample_rate: number
      /** Bits in a second. */
      bit_rate: number | null
    } | null
  } | null
  /** Null for everything that is no picture, and for a picture from before these were read. */
  picture: {
    /** More than 1 for an animation. */
    frames: number
    /** Whether parts of it can be transparent. */
    has_alpha: boolean
    /** Such as `srgb`, `cmyk`, `b-w` and `rgb16`. */
    color_space: string | null
    /** Bits of a channel. */
    bit_depth: number | null
    /** By which of eight turns its pixels are to be shown, as EXIF counts: 1 is upright. */
    orientation: number
  } | null
  /** The pages of a document, where they can be counted. */
  pages: number | null
  /** The part to show, as shares of the width and height from the top left. It is cut out when the medium is published; the file stays whole. */
  crop: {
    x: number
    y: number
    width: number
    height: number
  } | null
  created_at: string
  /** Facts of the file again, for programs that look for them here. */
  object: {
    /** Always false: a deleted medium is not shown. */
    isDeleted: boolean
    /** The public URL; null until the file is uploaded. */
    url: string | null
    size_bytes: number
    name: string
  }
  used_in: {
    /** How many posts use it, drafts too. */
    total: number
    /** The newest 20 of them. `listMedia` and `listPosts` find the others. */
    posts: {
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
    }[]
  }
  /** The files that are made of it so that networks take it, the newest 20 first. */
  renditions: {
    status: 'waiting' | 'making' | 'ready' | 'failed'
    /** The share that is done while a video is being made; null where it is not known. */
    progress: number | null
    mime_type: string
    /** Null until it is ready. */
    size_bytes: number | null
    width: number | null
    height: number | null
    duration_ms: number | null
    /** Why it could not be made. */
    detail: string | null
    created_at: string
  }[]
}

export interface MediaLimit {
  kind: 'image' | 'gif' | 'video' | 'document'
  types: string[]
  max_bytes: number | null
  min_duration_ms: number | null
  max_duration_ms: number | null
  /** Null if any size and ratio is accepted. */
  shape: Shape | null
  /** Null if every video of these types is accepted. */
  video: VideoLimit | null
}

export interface MediaLimits {
  /** Whether a post must have media. */
  required: boolean
  alt_text_max: number
  /** The media of a post must fit one of these sets, such as one to four pictures, or one video. */
  sets: MediaSet[]
  /** The limits of one file of each kind. */
  kinds: MediaLimit[]
}

export interface MediaSet {
  kinds: ('image' | 'gif' | 'video' | 'document')[]
  min: number
  max: number
  /** The most media of single kinds; the others may fill the set. */
  most: Record<string, number>
}

/** Exactly one of the three. */
export interface MoveTestClockInput {
  /** How many seconds to advance the clock. */
  advance_by_seconds?: number | undefined
  /** The time the clock is to show, later than its present time. */
  now?: string | undefined
  /** Sets the clock back to the real time. */
  reset?: true | undefined
}

/** The body of pauseQueue. */
export interface PauseQueueInput {
  paused: boolean
  social_account_id?: string | null | undefined
}

export interface Placements {
  /** The option whose value chooses. */
  option: string
  /** The limits by the value of the option. `media` holds for a value that is not named here. */
  media: Record<string, MediaLimits>
}

export interface Platform {
  /** The name in this API. */
  platform: string
  /** The name to show to people. */
  name: string
  /** Whether accounts on it may be live, test or both. */
  modes: ('live' | 'test')[]
  limits: Limits
  /** A JSON Schema. */
  options: Record<string, unknown>
  /** The first of `ways`, for clients that know only one. */
  connect: {
    /** Whether a form is all it takes, or the person signs in on a page of the network. */
    kind: 'form' | 'redirect'
    /** A JSON Schema. */
    fields: Record<string, unknown>
  }
  /** The ways to connect an account, each with the form that is filled in first. */
  ways: {
    /** The name to send as `way`. */
    way: string
    /** Whether a form is all it takes, or the person signs in on a page of the network. */
    kind: 'form' | 'redirect'
    /** A JSON Schema. */
    fields: Record<string, unknown>
    /** The things that this server lacks for this way, for its operator; empty where people can connect. */
    missing: {
      code: 'app' | 'https' | 'public_media'
      /** The remedy. */
      detail: string
    }[]
  }[]
  /** Whether the operator’s app at the network is set; null where the network needs none. */
  app_configured: boolean | null
  counting: Counting
  /** A public URL of this server for an SVG in one colour, `currentColor`, to be used as a mask. */
  icon_url: string
  /** A page of this server for its operator: how to register an app there, what is reviewed, the limits, and what cannot be done. */
  guide_url: string
  preview: Preview
  /** Says that the text of a public post can be changed there, with `POST /v1/post-results/{id}/edit`; null where the network has no edits. */
  edits: {
    /** The options that can be changed with the text, by their names. */
    options: string[]
  } | null
  /** A JSON Schema. */
  behavior: Record<string, unknown> | null
}

export interface Post {
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
  caption: string
  /** Public URLs, in the order of the request. */
  media: string[]
  /** In the order of the request. */
  social_accounts: string[]
  scheduled_at: string | null
  is_draft: boolean
  created_at: string
  updated_at: string
  /** Storage paths, in the order of the request. */
  media_ids: string[]
  /** As in the request; null if there was none. */
  platform_configurations: unknown
  /** As in the request; null if there was none. */
  account_configurations: unknown
  external_id: string | null
  metadata: Record<string, string>
  tags: string[]
  /** How late a post may still be published if its time was missed. After that, the result needs review. */
  late_policy: 'publish_24h' | 'publish_1h' | 'publish_always' | 'ask'
  /** Whether media may be fitted to the limits of a network. */
  processing_enabled: boolean
  /** The slot of the queue that gave the post its time; null once the time was changed. */
  queue: {
    /** The slot, which may be deleted meanwhile. */
    slot_id: string
    /** The time of the slot, without its jitter. */
    slot_at: string
  } | null
  /** The recurrence that made the post, which may be deleted meanwhile; null for every other. */
  recurrence_id: string | null
  /** Problems that did not prevent saving the post. On a draft they include everything that prevents its promotion. On a published post they also name what a network left out, such as a thumbnail that it refused. */
  warnings: {
    /** A JSON pointer into the request. */
    pointer: string
    code: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
    social_account_id?: string
  }[]
  approval: Approval | null
}

export interface PostCheck {
  /** Whether it could be published as it is. */
  valid: boolean
  /** Everything that stands in the way. */
  problems: {
    /** A JSON pointer into the request. */
    pointer: string
    code: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
    social_account_id?: string
  }[]
  warnings: {
    /** A JSON pointer into the request. */
    pointer: string
    code: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
    social_account_id?: string
  }[]
  /** In the order of the request. */
  accounts: {
    social_account_id: string
    platform: string
    valid: boolean
    problems: {
      /** A JSON pointer into the request. */
      pointer: string
      code: string
      detail: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      social_account_id?: string
    }[]
    warnings: {
      /** A JSON pointer into the request. */
      pointer: string
      code: string
      detail: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      social_account_id?: string
    }[]
    length: {
      count: number
      max: number
      unit: string
    }
    /** Media that are changed to fit the network, or whose file had a part that nobody is sent. The others go as they were uploaded. */
    media_changes: MediaChange[]
    /** Places in the text that this account publishes: its own `caption`, or else the one of its platform, or else the one of the post. They are offsets in UTF-16 units of it as sent, end exclusive. `over` is what does not fit any more. */
    ranges: {
      kind: 'link' | 'mention' | 'hashtag' | 'over'
      start: number
      end: number
    }[]
  }[]
}

export interface PostNote {
  id: string
  post_id: string
  text: string
  author: {
    kind: 'key' | 'user' | 'operator' | 'system'
    /** The person, or the key of a program. */
    id: string
    /** The name of the key, or the name or address of the person. */
    name: string | null
    /** The person, or who made the key. */
    user_id: string
  }
  mentions: {
    user_id: string
    /** Their name, or their address. */
    name: string
  }[]
  created_at: string
  /** When its words were changed; null: never. */
  edited_at: string | null
  /** When it was marked as done; null: it is open. */
  resolved_at: string | null
  resolved_by: {
    kind: 'key' | 'user' | 'operator' | 'system'
    id: string
    /** The name of the key, or the name or address of the person. */
    name: string | null
  } | null
}

export interface PostResult {
  id: string
  post_id: string
  social_account_id: string
  platform: string
  status:
    | 'pending'
    | 'publishing'
    | 'confirming'
    | 'published'
    | 'failed'
    | 'held'
    | 'needs_review'
    | 'canceled'
  success: boolean
  platform_data: {
    id: string | null
    url: string | null
    username: string
  }
  published_at: string | null
  error: {
    code: string
    category: string
    message: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
    retryable: boolean
    platform_code: string | null
  } | null
  /** `approval`, `reconnect`, `blocked`, `disconnected`, `subscription`, `paused` or `guard`. */
  held_reason: string | null
  review: {
    /** `answer_lost`, `missed_window`, `duplicate_seen` or `restored`. */
    reason: string
    /** When it was sent; null if it never was. */
    sent_at: string | null
    /** Where to look: the address of the profile. */
    look_at: string | null
    /** What to look for: how its text begins. */
    look_for: string | null
    /** The earliest time under which the network may show it. */
    look_from: string | null
    /** The latest such time. */
    look_to: string | null
    /** How often Crier has looked for it. */
    looks: number
    /** When it looked last. */
    looked_at: string | null
    /** Posts on the network that may be this one. */
    found: {
      id: string
      url: string | null
    }[]
  } | null
  /** When a request was sent that was never answered. The network may still be processing it, however long ago that was, so the post may still appear. */
  maybe_at_work_since: string | null
  /** The text of the post on this account: once it is published, the one that is public, with every edit that was made there through Crier. */
  caption: string
  /** When the text was changed at the network last; null if it never was. */
  edited_at: string | null
  /** The last edit that was asked for with `POST /v1/post-results/{id}/edit`. While it is pending, `error` says why the last try failed. */
  edit: {
    status: 'pending' | 'done' | 'failed'
    /** The text that was asked for. */
    caption: string
    asked_at: string
    error: {
      code: string
      category: string
      message: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      retryable: boolean
      platform_code: string | null
    } | null
  } | null
  waits_for: {
    /** `answer_lost`: the outcome of an earlier post on the same account is not known yet. Posts of one account are published one at a time. */
    reason: string
    post_result_id: string
    /** When Crier looks for the earlier post next. After several looks without a result, the earlier post needs review and this one continues. */
    until: string | null
  } | null
  /** The deletion at the network that was asked for with `?unpublish=true`. While it is pending, `error` says why the last try failed. */
  unpublish: {
    status: 'pending' | 'done' | 'failed'
    error: {
      code: string
      category: string
      message: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      retryable: boolean
      platform_code: string | null
    } | null
  } | null
  /** Who canceled it. Null for a result that is not canceled, or was before Crier kept this. */
  canceled_by: {
    kind: 'key' | 'user' | 'operator' | 'system'
    id: string
    /** The name of the key, or the name or address of the person; null once it is gone. */
    name: string | null
  } | null
  scheduled_at: string
  created_at: string
  updated_at: string
  /** The attempts in the order in which they began. */
  attempts: {
    stage: 'prepare' | 'send' | 'edit'
    /** 0 is the post itself; its further parts follow. */
    part: number
    started_at: string
    ended_at: string | null
    /** `failed` for the stage `prepare`. For `send`: `pending`, `unknown`, `accepted`, `published`, `rejected`, `not_sent` or `absent`. For `edit`: `pending`, `done` or `failed`. */
    outcome: string
    /** How often the same request was sent with the same key, or the same edit was asked for; 0 for `prepare`. */
    sends: number
    error: {
      code: string
      category: string
      message: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      retryable: boolean
      platform_code: string | null
    } | null
    /** The request to the network and its answer: the last send, or the request on which a preparation failed. Tokens, keys and the queries of addresses are left out, and bodies are cut at 4 kB. Null where there was none, and for attempts from before it was kept. */
    exchange: {
      method: string
      /** Where it went, without the query. */
      url: string
      /** The beginning of what was sent. Null in lists. */
      request_body: string | null
      /** The HTTP status; null when no answer came. */
      status_code: number | null
      /** The name that the network gave the request, for its support. */
      request_id: string | null
      /** The beginning of the answer, with the network’s own words. Null in lists. */
      response_body: string | null
    } | null
    /** Notes on what Crier found out about the attempt later. */
    notes: {
      at: string
      what: string
      /** The ids of the posts that may be this one, if it was a look. */
      found: string[] | null
    }[]
  }[]
  /** The further parts of a thread, then the first comment. */
  parts: {
    part: 'thread' | 'first_comment'
    position: number
    /** Its text: once it is published, the one that is public. */
    text: string
    status:
      | 'pending'
      | 'publishing'
      | 'confirming'
      | 'published'
      | 'failed'
      | 'held'
      | 'needs_review'
      | 'canceled'
    success: boolean
    platform_data: {
      id: string | null
      url: string | null
      username: string
    }
    published_at: string | null
    error: {
      code: string
      category: string
      message: string
      /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
      template?: string
      /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
      params?: Record<string, unknown>
      retryable: boolean
      platform_code: string | null
    } | null
    /** `approval`, `reconnect`, `blocked`, `disconnected`, `subscription`, `paused` or `guard`. */
    held_reason: string | null
    review: {
      /** `answer_lost`, `missed_window`, `duplicate_seen` or `restored`. */
      reason: string
      /** When it was sent; null if it never was. */
      sent_at: string | null
      /** Where to look: the address of the profile. */
      look_at: string | null
      /** What to look for: how its text begins. */
      look_for: string | null
      /** The earliest time under which the network may show it. */
      look_from: string | null
      /** The latest such time. */
      look_to: string | null
      /** How often Crier has looked for it. */
      looks: number
      /** When it looked last. */
      looked_at: string | null
      /** Posts on the network that may be this one. */
      found: {
        id: string
        url: string | null
      }[]
    } | null
    /** When a request was sent that was never answered. The network may still be processing it, however long ago that was, so the post may still appear. */
    maybe_at_work_since: string | null
    /** When the text was changed at the network last; null if it never was. */
    edited_at: string | null
    /** The last edit that was asked for with `POST /v1/post-results/{id}/edit`. While it is pending, `error` says why the last try failed. */
    edit: {
      status: 'pending' | 'done' | 'failed'
      /** The text that was asked for. */
      caption: string
      asked_at: string
      error: {
        code: string
        category: string
        message: string
        /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
        template?: string
        /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
        params?: Record<string, unknown>
        retryable: boolean
        platform_code: string | null
      } | null
    } | null
  }[]
}

export interface PostVersion {
  version: number
  /** The first 80 characters of its caption. */
  text: string
  /** The members that are different in the next version. */
  changed: string[]
  /** When the next version took its place. */
  changed_at: string
  began_at: string
  /** Who made the change. */
  by: {
    kind: 'key' | 'user' | 'operator' | 'system'
    id: string
    /** The name of the key, or the name or address of the person. */
    name: string | null
  }
}

export interface PostWithResults {
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
  caption: string
  /** Public URLs, in the order of the request. */
  media: string[]
  /** In the order of the request. */
  social_accounts: string[]
  scheduled_at: string | null
  is_draft: boolean
  created_at: string
  updated_at: string
  /** Storage paths, in the order of the request. */
  media_ids: string[]
  /** As in the request; null if there was none. */
  platform_configurations: unknown
  /** As in the request; null if there was none. */
  account_configurations: unknown
  external_id: string | null
  metadata: Record<string, string>
  tags: string[]
  /** How late a post may still be published if its time was missed. After that, the result needs review. */
  late_policy: 'publish_24h' | 'publish_1h' | 'publish_always' | 'ask'
  /** Whether media may be fitted to the limits of a network. */
  processing_enabled: boolean
  /** The slot of the queue that gave the post its time; null once the time was changed. */
  queue: {
    /** The slot, which may be deleted meanwhile. */
    slot_id: string
    /** The time of the slot, without its jitter. */
    slot_at: string
  } | null
  /** The recurrence that made the post, which may be deleted meanwhile; null for every other. */
  recurrence_id: string | null
  /** Problems that did not prevent saving the post. On a draft they include everything that prevents its promotion. On a published post they also name what a network left out, such as a thumbnail that it refused. */
  warnings: {
    /** A JSON pointer into the request. */
    pointer: string
    code: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
    social_account_id?: string
  }[]
  approval: Approval | null
  results?: PostResult[]
  /** The person who created it, also by an API key of theirs; otherwise the API key. */
  author?: string
  /** How many of its notes are not marked as done. */
  open_notes?: number
}

/** How a post looks there, so that a page that knows no network can draw it. */
export interface Preview {
  family: 'microblog' | 'photo' | 'short_video' | 'long_video' | 'page_card' | 'pin' | 'chat' | 'article'
  avatar: 'circle' | 'rounded' | 'square'
  /** A stack of fonts for CSS, of the system only. */
  font: string
  light: PreviewColours
  dark: PreviewColours
  /** Where a text is cut before somebody asks for all of it. */
  clamp: {
    lines: number | null
    characters: number | null
  }
  /** How several media stand together. */
  media: 'grid' | 'carousel' | 'stack' | 'single'
  link_card: 'large' | 'small' | 'none'
  /** The marks below a post, in order. */
  actions: ('reply' | 'repost' | 'like' | 'dislike' | 'share' | 'save' | 'views')[]
}

export interface PreviewColours {
  /** As `#rrggbb`. */
  background: string
  /** As `#rrggbb`. */
  text: string
  /** As `#rrggbb`. */
  muted: string
  /** As `#rrggbb`. */
  accent: string
  /** As `#rrggbb`. */
  edge: string
}

/** The body of previewRecurrence. */
export interface PreviewRecurrenceInput {
  rule: RecurrenceRule
  /** A time zone of the IANA database, such as `Europe/Berlin`. Null or absent: that of the workspace now. The recurrence keeps it when the workspace gets another. */
  timezone?: string | null | undefined
  /** The first day on which it may post; today by default. */
  starts_on?: string | null | undefined
  /** The last day on which it may post; null: it goes on. */
  ends_on?: string | null | undefined
  /** Ends after so many posts; null: it goes on. */
  ends_after?: number | null | undefined
  /** How many times; 5 by default. */
  count?: number | undefined
}

/** A problem document as defined by RFC 9457. */
export interface Problem {
  /** The page that explains the code. */
  type: string
  title: string
  status: number
  /** A text for people that says what to do. */
  detail: string
  /** The English `detail` with names in braces where it varies, such as `You have {mostPasskeys} passkeys.` Left out where nothing varies. */
  template?: string
  /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
  params?: Record<string, unknown>
  /** A stable code for programs. */
  code: string
  /** The text for programs that show one: as `detail`, or the first three of `error` where there are `errors`. */
  message: string
  /** The `detail` of each entry of `errors`, after the name of its field where the sentence lacks it (`scheduled_at: This must be …`), or that of the problem. */
  error: string[]
  errors?: {
    /** A JSON pointer into the body, or `?name` for a query parameter. */
    pointer: string
    code: string
    detail: string
    /** The English `detail` with names in braces where it varies, such as `You have {mostPasskeys} passkeys.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
    social_account_id?: string
  }[]
  request_id: string
}

export interface Queue {
  /** The zone of the workspace, for slots that have none of their own. */
  timezone: string
  /** Whether new posts get no slots. */
  paused: boolean
  /** Accounts whose new posts get no slots. */
  paused_accounts: string[]
}

export interface QueueSlot {
  id: string
  weekdays: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
  /** By the clock on the wall, from `00:00` to `23:59`. On a day that leaves it out, because clocks are put forward, the slot is at the first moment after the gap. On a day that has it twice, it is at the first of the two. */
  time: string
  /** A time zone of the IANA database, such as `Europe/Berlin`. */
  timezone: string | null
  /** The account whose posts it is for; null: all. */
  social_account_id: string | null
  /** A post goes out up to so many minutes later, by a number that is fixed for each day. */
  jitter_minutes: number
  /** Whether it is given to new posts. */
  enabled: boolean
  created_at: string
  updated_at: string
}

/** The body of reconnectSocialAccount. */
export interface ReconnectSocialAccountInput {
  /** One of the `ways` of the platform; the first unless given. */
  way?: string | undefined
  /** The form of the way, by its schema in `GET /v1/platforms`. Empty unless given. */
  fields?: Record<string, unknown> | undefined
}

export interface Recurrence {
  id: string
  /** `ended`: its rule has no further time and no post is to come. `needs_attention`: `problems` says why no post can be made, or why those that are made will be held. */
  status: 'active' | 'paused' | 'ended' | 'needs_attention'
  caption: string
  media: {
    media_id: string
    alt_text: string | null
    focus: {
      x: number
      y: number
    } | null
    crop?: {
      x: number
      y: number
      width: number
      height: number
    }
  }[]
  social_accounts: string[]
  /** As in the request; null if there was none. */
  platform_configurations: unknown
  /** As in the request; null if there was none. */
  account_configurations: unknown
  external_id: string | null
  metadata: Record<string, string>
  tags: string[]
  /** How late a post may still be published if its time was missed. After that, the result needs review. */
  late_policy: 'publish_24h' | 'publish_1h' | 'publish_always' | 'ask'
  processing_enabled: boolean
  variations: {
    caption?: string
    media?: {
      media_id: string
      alt_text: string | null
      focus: {
        x: number
        y: number
      } | null
      crop?: {
        x: number
        y: number
        width: number
        height: number
      }
    }[]
  }[]
  rule: RecurrenceRule
  timezone: string
  starts_on: string
  ends_on: string | null
  ends_after: number | null
  /** Up to five posts to come. */
  next_times: {
    at: string
    /** By the clock of the recurrence. */
    local_time: string
    /** Null: the post is not made yet. */
    post_id: string | null
  }[]
  /** How many posts to come are in the calendar already. */
  planned: number
  /** How many of its times had their turn: posts that went out, and those in the calendar. */
  turns: number
  /** How many times passed without a post, because the server did not run or a problem stood in the way. They are not made up for. */
  missed: number
  last_missed_at: string | null
  /** Why it needs attention. */
  problems: {
    /** A JSON pointer into the request. */
    pointer: string
    code: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
    social_account_id?: string
  }[]
  warnings: {
    /** A JSON pointer into the request. */
    pointer: string
    code: string
    detail: string
    /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
    template?: string
    /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
    params?: Record<string, unknown>
    social_account_id?: string
  }[]
  /** The person in whose name its posts are made: who created it, or last changed it. */
  author: string
  created_at: string
  updated_at: string
}

export interface RecurrencePreview {
  timezone: string
  times: {
    at: string
    /** By the clock of the recurrence. */
    local_time: string
  }[]
}

export interface RecurrenceRule {
  /** Whether the rule counts days, weeks or months. */
  unit: 'day' | 'week' | 'month'
  /** Every so many of them, counted from `starts_on`; 1 by default. */
  every?: number
  /** For `week`. */
  weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
  /** For `month`: days of the month. A month that is too short for a day has its post on its last day. */
  days?: number[]
  /** For `month`, in place of `days`: a weekday, such as the first Monday or the last Friday. */
  nth?: {
    place: 'first' | 'second' | 'third' | 'fourth' | 'last'
    weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
  }
  /** By the clock on the wall, at least 60 minutes apart. On a day that leaves a time out, because clocks are put forward, the post goes out at the first moment after the gap. On a day that has it twice, it goes out at the first of the two. */
  times: string[]
}

export interface ReplannedPosts {
  /** Posts that were made. */
  added: number
  /** Posts that were given other content or another time. */
  updated: number
  /** Posts that were deleted. */
  removed: number
  /** Posts that stay as they are, because somebody has changed them or they are going out. */
  left: number
}

/** The body of resendWebhookDeliveries. */
export interface ResendWebhookDeliveriesInput {
  /** Deliveries that were made at this time or later. */
  since: string
}

/** The answer of resendWebhookDeliveries. */
export interface ResendWebhookDeliveriesResult {
  resent: number
  more: boolean
}

/** The body of resolvePostResult. */
export interface ResolvePostResultInput {
  /** `not_published` sends the post now. `discard` gives it up, although it may be public. */
  outcome: 'published' | 'not_published' | 'discard'
  /** The URL of the published post, if you know it. */
  url?: string | undefined
}

export interface RetriedPost {
  id: string
  /** The results that had failed. */
  results: {
    id: string
    social_account_id: string
    retried: boolean
    /** Why it was not. */
    code: string | null
    detail: string | null
  }[]
}

/** The body of returnPost. */
export interface ReturnPostInput {
  comment: string
  /** The version of the content that you looked at: `approval.version` of the post. */
  version?: number | undefined
}

export interface ReviewDecision {
  post_id: string
  decision: 'approved' | 'returned'
  /** The version of the content that it was about. */
  version: number
  /** The name that the client typed. Nothing proves that it is theirs. */
  typed_name: string
  comment: string | null
  decided_at: string
}

/** Posts that match it at the time when the link is opened, without drafts: a draft that the recipient has returned stays. */
export interface ReviewFilter {
  /** Posts that go to these accounts and to no other. */
  social_account_ids?: string[]
  /** Posts with one of these tags. */
  tags?: string[]
  /** Posts from then. */
  from?: string
  /** Posts before then. */
  to?: string
}

export interface ReviewLink {
  id: string
  /** Who gets the link, as your team calls them. The recipient sees it too. */
  recipient: string
  /** `ended`: its maker has left, or the key with which it was made may not be used any more. Only an open link shows anything. */
  status: 'open' | 'expired' | 'revoked' | 'ended'
  /** Whether it was made to decide. */
  may_decide: boolean
  /** Whether it decides now: it is open, and its maker may publish. */
  decides: boolean
  /** The posts that it shows; null for those of its filter. */
  posts: string[] | null
  filter: ReviewFilter | null
  /** The member who made it, also by an API key. */
  created_by: string
  last_opened_at: string | null
  expires_at: string
  revoked_at: string | null
  /** The latest 20 decisions, newest first. */
  decisions: ReviewDecision[]
  created_at: string
}

/** The body of rotateWebhookSecret. */
export interface RotateWebhookSecretInput {
  /** 24 hours unless given. */
  overlap_seconds?: number | undefined
}

export interface SandboxArrival {
  text: string
  /** The status of the answer, or how it was withheld: `201`, `422 refused`, `dropped`, `hung`. */
  answer: string
  /** Whether Crier heard a good answer, none or a bad one, or a refusal. */
  outcome: 'heard' | 'lost' | 'refused'
  /** The outcome in words. */
  detail: string
  post_id: string | null
  /** The post result that was published by it. */
  post_result_id: string | null
  /** Whether it only found a post that was there before. */
  is_repeat: boolean
  arrived_at: string
}

export interface SandboxFeed {
  profile: {
    name: string
    /** Its page for a browser. */
    url: string
    /** Its behaviour now: `succeed` once another one has been spent. */
    behavior: string
    /** How it treats posts, in words. */
    ways: string
  }
  /** The newest thread first, 30 on a page. */
  data: SandboxThread[]
  /** The newest 20 requests to publish that reached it, on the first page alone. */
  arrivals: SandboxArrival[]
  meta: {
    next: string | null
  }
}

export interface SandboxPost {
  id: string
  url: string
  text: string
  media: {
    id: string
    kind: 'image' | 'gif' | 'video'
    alt_text: string
    url: string
  }[]
  poll: {
    options: string[]
    duration_minutes: number
    multiple: boolean
  } | null
  is_sensitive: boolean
  language: string | null
  channel: string | null
  cover_url: string | null
  /** The post result that was published by it. */
  post_result_id: string | null
  created_at: string
  edited_at: string | null
}

export interface SandboxThread {
  /** The first post of a thread, then its replies. */
  posts: SandboxPost[]
}

export interface SavedText {
  id: string
  /** A line by which people find it. No two saved texts of a workspace and mode have names that differ in case alone. */
  name: string
  /** The text as it is put into a post, with its line breaks. */
  text: string
  /** The networks that it is meant for; none means every network. The app offers it first where the post goes to one of them, and everywhere else below the others. */
  platforms: string[]
  created_at: string
  updated_at: string
}

/** Pixels of a medium as it is seen upright. */
export interface Shape {
  min_width: number | null
  min_height: number | null
  max_width: number | null
  max_height: number | null
  /** The most pixels, width times height. */
  max_pixels: number | null
  /** Width divided by height. */
  min_aspect: number | null
  max_aspect: number | null
}

export interface SocialAccount {
  id: string
  /** A short name of the account within its workspace, for programs that take ids for numbers. Posts accept it in place of the id. It is never given to another account. */
  number: number
  platform: string
  username: string
  display_name: string
  /** A public URL of this server for its picture; null where its network has none. */
  avatar_url: string | null
  profile_url: string
  status: 'active' | 'needs_reconnect' | 'blocked' | 'disabled'
  /** Whether `status` is `needs_reconnect`. */
  needs_reconnect: boolean
  expires_at: string | null
  /** When a person has to sign in again, such as after 60 days on LinkedIn. Null where Crier renews the access by itself, as it does with access for hours, and where the network does not say. */
  sign_in_ends_at: string | null
  /** The way in which it was connected, as in `ways` of its platform. */
  way: string | null
  /** The groups that people sorted it into. */
  tags: string[]
  limits: Limits
  behavior: Behavior | null
  /** Why its public posts cannot be deleted with `unpublish=true` of `DELETE /v1/posts/{id}`, in a sentence, such as a permission that it lacks; null where they can. */
  cannot_delete: string | null
  /** The id of the profile on the network. */
  external_id: string
  /** The posts that it is still to publish, also held ones; 1000 where there are more. */
  waiting_posts: number
  /** When the first of them is planned; null where there is none. Past where it is held. */
  next_post_at: string | null
  created_at: string
}

/** The body of submitPost. */
export interface SubmitPostInput {
  comment?: string | undefined
}

/** The filters of summarizeAnalytics. */
export interface SummarizeAnalyticsQuery {
  /** The start: a date in the time zone, or a date and time. The default is 30 days before the end; 2 with hours. */
  from?: string | undefined
  /** The end: a date, with the whole of its day, or a date and time, up to it. The default is the end of today. */
  to?: string | undefined
  /** An IANA time zone, such as Europe/Berlin. The default is that of the workspace. */
  timezone?: string | undefined
  /** The length of the periods: `day` for spans up to 366 days, `hour` up to 31. */
  interval?: 'day' | 'hour' | undefined
}

export interface SummaryAccount {
  social_account_id: string
  platform: string
  username: string
  published: number
  failed: number
  /** How long after its time a post was sent: half of them by `p50` at most, 95 of 100 by `p95`, in milliseconds, to within a fifth. Null where nothing was published. */
  late_ms: {
    p50: number
    p95: number
  } | null
  view_count: number | null
  reach_count: number | null
  like_count: number | null
  comment_count: number | null
  share_count: number | null
  save_count: number | null
  click_count: number | null
}

export interface SummaryPeriod {
  /** The day in the time zone. */
  date: string
  starts_at: string
  published: number
  failed: number
  /** How long after its time a post was sent: half of them by `p50` at most, 95 of 100 by `p95`, in milliseconds, to within a fifth. Null where nothing was published. */
  late_ms: {
    p50: number
    p95: number
  } | null
  view_count: number | null
  reach_count: number | null
  like_count: number | null
  comment_count: number | null
  share_count: number | null
  save_count: number | null
  click_count: number | null
}

export interface SummaryPlatform {
  platform: string
  /** The figures that this platform may tell; empty: not told by it. */
  figures: string[]
  published: number
  failed: number
  /** How long after its time a post was sent: half of them by `p50` at most, 95 of 100 by `p95`, in milliseconds, to within a fifth. Null where nothing was published. */
  late_ms: {
    p50: number
    p95: number
  } | null
  view_count: number | null
  reach_count: number | null
  like_count: number | null
  comment_count: number | null
  share_count: number | null
  save_count: number | null
  click_count: number | null
}

export interface SummaryTotal {
  published: number
  failed: number
  /** How long after its time a post was sent: half of them by `p50` at most, 95 of 100 by `p95`, in milliseconds, to within a fifth. Null where nothing was published. */
  late_ms: {
    p50: number
    p95: number
  } | null
  view_count: number | null
  reach_count: number | null
  like_count: number | null
  comment_count: number | null
  share_count: number | null
  save_count: number | null
  click_count: number | null
}

export interface TestClock {
  now: string
  real_time: string
  /** How far the clock is ahead of the real time; 0 if it shows the real time. */
  advanced_by_seconds: number
  /** When the next waiting post is due, by this clock; null if none is waiting. */
  next_due_at: string | null
}

/** The body of updateFeed. */
export interface UpdateFeedInput {
  /** The address of a feed in RSS, Atom or JSON Feed, or of a page that names its feed. Test data read only the sample feed of this server. */
  url?: string | undefined
  /** Accounts on which the posts go out: their ids, or their numbers. */
  social_accounts?: readonly (string | number)[] | undefined
  /** A new item becomes a `draft`, a post at the next free time of the `queue`, or one that goes out at once (`publish`). */
  action?: 'draft' | 'queue' | 'publish' | undefined
  /** The text of a post, with fields in braces: `{title}`, `{link}`, `{summary}`, `{author}`, `{hashtags}`, `{categories}`, `{date}`, `{feed}`. By default `{title}\n\n{link}`. Text that is longer than a network takes is shortened after a word; the link stays. */
  caption?: string | undefined
  /** As in a post: an object by platform, with its options. A `caption` in it replaces that of the feed, with the same fields. */
  platform_configurations?: Record<string, Record<string, unknown>> | null | undefined
  /** Whether the picture of an item goes with its post; true by default. A picture that cannot be had is left out, with a note. */
  with_picture?: boolean | undefined
  /** Tags of the posts. */
  tags?: readonly string[] | undefined
  /** How many items become posts by themselves within 24 hours; 10 by default. The others wait for a person. */
  max_per_day?: number | undefined
  /** Pauses the feed, or resumes one that is paused or stopped. */
  status?: 'active' | 'paused' | undefined
}

/** The body of updateMedia. */
export interface UpdateMediaInput {
  /** The name you give the file. */
  name?: string | undefined
  /** A description for people who cannot see the medium. Networks allow fewer characters. */
  alt_text?: string | undefined
  /** The point to keep in view when the medium is cropped: 0, 0 is the middle, 1 right or top. */
  focus?:
    | {
        x: number
        y: number
      }
    | null
    | undefined
  /** All of its tags. */
  tags?: readonly string[] | undefined
  /** Whether it stays although no post ever used it. Otherwise it is deleted 24 hours after its upload or last change; the operator may set another time. */
  keep?: boolean | undefined
  /** The part to show, as shares of the width and height from the top left. It is cut out when the medium is published; the file stays whole. */
  crop?:
    | {
        x: number
        y: number
        width: number
        height: number
      }
    | null
    | undefined
}

/** The body of updatePost. */
export interface UpdatePostInput {
  /** The text of the post. */
  caption?: string | undefined
  /** Another name for `caption`. If both are given, they must be equal. */
  body?: string | undefined
  /** The media in the order in which they are published. */
  media?:
    | readonly (
        | string
        | {
            media_id: string
            alt_text?: string | null | undefined
            focus?:
              | {
                  x: number
                  y: number
                }
              | null
              | undefined
            /** The part to show, as shares of the width and height from the top left. A crop of everything undoes that of the medium. */
            crop?:
              | {
                  x: number
                  y: number
                  width: number
                  height: number
                }
              | null
              | undefined
          }
      )[]
    | undefined
  /** An ISO 8601 date and time of the years 1 to 9999, in UTC unless it has an offset. A part of a millisecond is rounded up. Null or absent publishes now. */
  scheduled_at?: string | null | undefined
  /** If true, the post is saved and not published. */
  is_draft?: boolean | undefined
  /** An object by platform. `caption`, `media` and `scheduled_at` replace those of the post. The other members are options of the platform, listed by `GET /v1/platforms`. */
  platform_configurations?: Record<string, Record<string, unknown>> | null | undefined
  /** Configuration of up to 500 single accounts, with the same members. It overrides that of the platform. `account_id` is an id or a number. The form is a list of `{account_id, …}`, that list in an object under the name `account_configurations`, or an object by account id. */
  account_configurations?: readonly unknown[] | Record<string, unknown> | null | undefined
  /** Your own id for the post. */
  external_id?: string | null | undefined
  /** Your own notes, up to 50 members. */
  metadata?: Record<string, string> | undefined
  tags?: readonly string[] | undefined
  /** How late a post may still be published if its time was missed. After that, the result needs review. */
  late_policy?: 'publish_24h' | 'publish_1h' | 'publish_always' | 'ask' | undefined
  /** Whether media may be fitted to the limits of a network; true by default. If false, media are sent as they are, and a result fails where its network needs them changed. */
  processing_enabled?: boolean | undefined
  /** Puts the post into the next slot of the queue that is free for all its accounts. `timezone` is the zone of the slots that have none of their own, in place of the workspace’s. A `scheduled_at` wins, with a warning; a draft takes no slot. */
  use_queue?:
    | boolean
    | {
        timezone?: string | undefined
      }
    | null
    | undefined
  /** Addresses of files, which become media of the post behind those in `media`. They are fetched before the post is stored, within 20 seconds. Import larger files with importMedia, and name them in `media`. */
  media_urls?: readonly string[] | null | undefined
  /** Ids from `GET /v1/social-accounts`, or the `number` of an account, also as digits in a string. */
  social_accounts?: readonly (string | number)[] | undefined
}

/** The body of updatePostNote. */
export interface UpdatePostNoteInput {
  /** Plain text; line breaks are kept. Other control characters and white space at its end are left out. */
  text?: string | undefined
  /** The members whom it mentions, by their ids; they are told of it. */
  mentions?: readonly string[] | undefined
  /** True marks the note as done, false opens it again. */
  resolved?: boolean | undefined
}

/** The body of updateQueueSlot. */
export interface UpdateQueueSlotInput {
  weekdays?: readonly ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[] | undefined
  /** By the clock on the wall, from `00:00` to `23:59`. On a day that leaves it out, because clocks are put forward, the slot is at the first moment after the gap. On a day that has it twice, it is at the first of the two. */
  time?: string | undefined
  /** A time zone of the IANA database, such as `Europe/Berlin`. */
  timezone?: string | null | undefined
  /** The account whose posts it is for; null: all. */
  social_account_id?: string | null | undefined
  /** A post goes out up to so many minutes later, by a number that is fixed for each day. */
  jitter_minutes?: number | undefined
  /** Whether it is given to new posts. */
  enabled?: boolean | undefined
}

/** The body of updateRecurrence. */
export interface UpdateRecurrenceInput {
  /** The text of the post. */
  caption?: string | undefined
  /** Another name for `caption`. If both are given, they must be equal. */
  body?: string | undefined
  /** The media in the order in which they are published. */
  media?:
    | readonly (
        | string
        | {
            media_id: string
            alt_text?: string | null | undefined
            focus?:
              | {
                  x: number
                  y: number
                }
              | null
              | undefined
            /** The part to show, as shares of the width and height from the top left. A crop of everything undoes that of the medium. */
            crop?:
              | {
                  x: number
                  y: number
                  width: number
                  height: number
                }
              | null
              | undefined
          }
      )[]
    | undefined
  /** An object by platform. `caption`, `media` and `scheduled_at` replace those of the post. The other members are options of the platform, listed by `GET /v1/platforms`. */
  platform_configurations?: Record<string, Record<string, unknown>> | null | undefined
  /** Configuration of up to 500 single accounts, with the same members. It overrides that of the platform. `account_id` is an id or a number. The form is a list of `{account_id, …}`, that list in an object under the name `account_configurations`, or an object by account id. */
  account_configurations?: readonly unknown[] | Record<string, unknown> | null | undefined
  /** Your own id for the post. */
  external_id?: string | null | undefined
  /** Your own notes, up to 50 members. */
  metadata?: Record<string, string> | undefined
  tags?: readonly string[] | undefined
  /** How late a post may still be published if its time was missed; `publish_24h` by default. After that, the result needs review. */
  late_policy?: 'publish_24h' | 'publish_1h' | 'ask' | undefined
  /** Whether media may be fitted to the limits of a network; true by default. If false, media are sent as they are, and a result fails where its network needs them changed. */
  processing_enabled?: boolean | undefined
  /** Ids from `GET /v1/social-accounts`, or the `number` of an account, also as digits in a string. */
  social_accounts?: readonly (string | number)[] | undefined
  /** Words and media that take turns: the first post has those of the first, and after the last comes the first again. Some networks refuse words that an account has posted already. */
  variations?:
    | readonly {
        /** In place of the `caption` of the recurrence. */
        caption?: string | undefined
        /** In place of the `media` of the recurrence. */
        media?:
          | readonly (
              | string
              | {
                  media_id: string
                  alt_text?: string | null | undefined
                  focus?:
                    | {
                        x: number
                        y: number
                      }
                    | null
                    | undefined
                  /** The part to show, as shares of the width and height from the top left. A crop of everything undoes that of the medium. */
                  crop?:
                    | {
                        x: number
                        y: number
                        width: number
                        height: number
                      }
                    | null
                    | undefined
                }
            )[]
          | undefined
      }[]
    | undefined
  rule?: RecurrenceRule | undefined
  /** A time zone of the IANA database, such as `Europe/Berlin`. Null or absent: that of the workspace now. The recurrence keeps it when the workspace gets another. */
  timezone?: string | null | undefined
  /** The first day on which it may post; today by default. */
  starts_on?: string | null | undefined
  /** The last day on which it may post; null: it goes on. */
  ends_on?: string | null | undefined
  /** Ends after so many posts; null: it goes on. */
  ends_after?: number | null | undefined
  /** `paused` takes the posts to come away that nobody has changed. `active` plans them again, from now on. */
  status?: 'active' | 'paused' | undefined
}

/** The body of updateSavedText. */
export interface UpdateSavedTextInput {
  /** A line by which people find it. No two saved texts of a workspace and mode have names that differ in case alone. */
  name?: string | undefined
  /** The text as it is put into a post, with its line breaks. */
  text?: string | undefined
  /** The networks that it is meant for; none means every network. The app offers it first where the post goes to one of them, and everywhere else below the others. */
  platforms?: readonly string[] | undefined
}

/** The body of updateSocialAccount. */
export interface UpdateSocialAccountInput {
  behavior?: Record<string, unknown> | undefined
  /** All of its tags, which sort accounts into groups. */
  tags?: readonly string[] | undefined
}

/** The body of updateWebhookEndpoint. */
export interface UpdateWebhookEndpointInput {
  /** Where events are sent: an https address on the public internet. Redirects are not followed. */
  url?: string | undefined
  /** The types of events to send; empty for all, those of later versions too. */
  events?:
    | readonly (
        | 'post.created'
        | 'post.updated'
        | 'post.processing'
        | 'post.posted'
        | 'post.partial'
        | 'post.failed'
        | 'post.needs_review'
        | 'post.held'
        | 'post.canceled'
        | 'post.submitted'
        | 'post.approved'
        | 'post.returned'
        | 'post.deleted'
        | 'post_result.published'
        | 'post_result.failed'
        | 'post_result.needs_review'
        | 'post_result.unpublished'
        | 'post_result.unpublish_failed'
        | 'post_result.edited'
        | 'post_result.edit_failed'
        | 'recurrence.created'
        | 'recurrence.active'
        | 'recurrence.paused'
        | 'recurrence.needs_attention'
        | 'recurrence.ended'
        | 'recurrence.deleted'
        | 'feed.created'
        | 'feed.active'
        | 'feed.paused'
        | 'feed.failing'
        | 'feed.stopped'
        | 'feed.deleted'
        | 'feed.items_waiting'
        | 'feed_item.failed'
        | 'post_note.created'
        | 'post_note.updated'
        | 'post_note.deleted'
        | 'social_account.connected'
        | 'social_account.needs_reconnect'
        | 'social_account.blocked'
        | 'social_account.disconnected'
        | 'media.ready'
        | 'media.rejected'
        | 'webhook_endpoint.disabled'
        | 'webhook_endpoint.enabled'
        | 'webhook_endpoint.test'
      )[]
    | undefined
  description?: string | undefined
  status?: 'enabled' | 'disabled' | undefined
}

export interface UploadUrl {
  upload_url: string
  /** The storage path. Posts name it in `media`. */
  media_id: string
  id: string
  name: string
  expires_at: string
  method: 'PUT'
  headers: {
    'Content-Type': string
  }
}

export interface Usage {
  from: string
  to: string
  published: number
  platforms: {
    platform: string
    published: number
  }[]
  /** The media of the workspace as they are now, live and test together, and its quota. A file that was announced counts before it is sent. */
  media: {
    files: number
    bytes: number
    files_limit: number
    /** Null where there is no limit. */
    bytes_limit: number | null
  }
}

/** The body of validatePost. */
export interface ValidatePostInput {
  /** Your own UUIDv7 for the post. If a post with this id exists, it is returned and no other is created. */
  id?: string | undefined
  /** The text of the post. */
  caption?: string | undefined
  /** Another name for `caption`. If both are given, they must be equal. */
  body?: string | undefined
  /** The media in the order in which they are published. */
  media?:
    | readonly (
        | string
        | {
            media_id: string
            alt_text?: string | null | undefined
            focus?:
              | {
                  x: number
                  y: number
                }
              | null
              | undefined
            /** The part to show, as shares of the width and height from the top left. A crop of everything undoes that of the medium. */
            crop?:
              | {
                  x: number
                  y: number
                  width: number
                  height: number
                }
              | null
              | undefined
          }
      )[]
    | undefined
  /** An ISO 8601 date and time of the years 1 to 9999, in UTC unless it has an offset. A part of a millisecond is rounded up. Null or absent publishes now. */
  scheduled_at?: string | null | undefined
  /** If true, the post is saved and not published. */
  is_draft?: boolean | undefined
  /** An object by platform. `caption`, `media` and `scheduled_at` replace those of the post. The other members are options of the platform, listed by `GET /v1/platforms`. */
  platform_configurations?: Record<string, Record<string, unknown>> | null | undefined
  /** Configuration of up to 500 single accounts, with the same members. It overrides that of the platform. `account_id` is an id or a number. The form is a list of `{account_id, …}`, that list in an object under the name `account_configurations`, or an object by account id. */
  account_configurations?: readonly unknown[] | Record<string, unknown> | null | undefined
  /** Your own id for the post. */
  external_id?: string | null | undefined
  /** Your own notes, up to 50 members. */
  metadata?: Record<string, string> | undefined
  tags?: readonly string[] | undefined
  /** How late a post may still be published if its time was missed. After that, the result needs review. */
  late_policy?: 'publish_24h' | 'publish_1h' | 'publish_always' | 'ask' | undefined
  /** Whether media may be fitted to the limits of a network; true by default. If false, media are sent as they are, and a result fails where its network needs them changed. */
  processing_enabled?: boolean | undefined
  /** Puts the post into the next slot of the queue that is free for all its accounts. `timezone` is the zone of the slots that have none of their own, in place of the workspace’s. A `scheduled_at` wins, with a warning; a draft takes no slot. */
  use_queue?:
    | boolean
    | {
        timezone?: string | undefined
      }
    | null
    | undefined
  /** Addresses of files, which become media of the post behind those in `media`. They are fetched before the post is stored, within 20 seconds. Import larger files with importMedia, and name them in `media`. */
  media_urls?: readonly string[] | null | undefined
  /** Ids from `GET /v1/social-accounts`, or the `number` of an account, also as digits in a string. */
  social_accounts: readonly (string | number)[]
}

/** The videos that the network plays. */
export interface VideoLimit {
  /** Such as `h264`. */
  codecs: string[]
  /** Such as `aac`. */
  audio_codecs: string[]
  max_frame_rate: number | null
  /** Bits in a second, of picture and sound together. */
  max_bit_rate: number | null
  max_audio_channels: number | null
  max_sample_rate: number | null
  /** Whether the index must stand before the data. */
  needs_fast_start: boolean
}

export interface WebhookDelivery {
  id: string
  webhook_endpoint_id: string
  /** Sent as `webhook-id`, the same in every attempt. */
  event_id: string
  event_type: string
  status: 'pending' | 'delivered' | 'failed' | 'kept'
  created_at: string
  /** Null while it is being sent, and when it is not sent any more. */
  next_attempt_at: string | null
  /** Failed attempts since it was last told to begin, and how many there may be. */
  tries: {
    failed: number
    most: number
  }
  attempts: {
    number: number
    at: string
    duration_ms: number
    success: boolean
    /** The status code of the answer; null if none came. */
    status_code: number | null
    error: {
      code:
        | 'not_accepted'
        | 'gone'
        | 'redirected'
        | 'timeout'
        | 'no_answer'
        | 'not_reached'
        | 'address_not_allowed'
      message: string
    } | null
  }[]
}

export interface WebhookEndpoint {
  id: string
  /** Where events are sent: an https address on the public internet. Redirects are not followed. */
  url: string
  description: string
  events: string[]
  status: 'enabled' | 'disabled'
  /** A person switched it off, every delivery of five days failed, it answered 410, or its URL was set in an account that somebody else may have made, before the owner of its address took it over. */
  disabled_reason: 'person' | 'failing' | 'gone' | 'inherited' | null
  disabled_at: string | null
  /** When an attempt failed first since one succeeded. */
  failing_since: string | null
  /** Attempts, by whole hours. */
  last_24_hours: {
    succeeded: number
    failed: number
  }
  /** Deliveries that wait because the endpoint is off. They are counted up to 10,000. */
  kept_deliveries: number
  /** Until then the secret before the present one signs too. */
  previous_secret_expires_at: string | null
  created_at: string
}

export interface WebhookEndpointWithSecret {
  id: string
  /** Where events are sent: an https address on the public internet. Redirects are not followed. */
  url: string
  description: string
  events: string[]
  status: 'enabled' | 'disabled'
  /** A person switched it off, every delivery of five days failed, it answered 410, or its URL was set in an account that somebody else may have made, before the owner of its address took it over. */
  disabled_reason: 'person' | 'failing' | 'gone' | 'inherited' | null
  disabled_at: string | null
  /** When an attempt failed first since one succeeded. */
  failing_since: string | null
  /** Attempts, by whole hours. */
  last_24_hours: {
    succeeded: number
    failed: number
  }
  /** Deliveries that wait because the endpoint is off. They are counted up to 10,000. */
  kept_deliveries: number
  /** Until then the secret before the present one signs too. */
  previous_secret_expires_at: string | null
  created_at: string
  /** Verifies signatures. It is shown only in this answer. */
  secret: string
}

export interface WholePostVersion {
  version: number
  /** The first 80 characters of its caption. */
  text: string
  /** The members that are different in the next version. */
  changed: string[]
  /** When the next version took its place. */
  changed_at: string
  began_at: string
  /** Who made the change. */
  by: {
    kind: 'key' | 'user' | 'operator' | 'system'
    id: string
    /** The name of the key, or the name or address of the person. */
    name: string | null
  }
  /** The request that would make this version. */
  content: unknown
}

export interface WholeWebhookDelivery {
  id: string
  webhook_endpoint_id: string
  /** Sent as `webhook-id`, the same in every attempt. */
  event_id: string
  event_type: string
  status: 'pending' | 'delivered' | 'failed' | 'kept'
  created_at: string
  /** Null while it is being sent, and when it is not sent any more. */
  next_attempt_at: string | null
  /** Failed attempts since it was last told to begin, and how many there may be. */
  tries: {
    failed: number
    most: number
  }
  /** The beginning of it, up to 8 kB. */
  request_body: string
  attempts: {
    number: number
    at: string
    duration_ms: number
    success: boolean
    /** The status code of the answer; null if none came. */
    status_code: number | null
    error: {
      code:
        | 'not_accepted'
        | 'gone'
        | 'redirected'
        | 'timeout'
        | 'no_answer'
        | 'not_reached'
        | 'address_not_allowed'
      message: string
    } | null
    request_headers: Record<string, string>
    response_headers: Record<string, string> | null
    /** The beginning of it, up to 8 kB. */
    response_body: string | null
  }[]
}
