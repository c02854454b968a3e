// Generated from the OpenAPI document by `npm run generate-sdk`. Do not edit.
/** The body of acceptInvitation. */
export interface AcceptInvitationInput {
  token: string
  password?: string | undefined
  /** The language in which your app speaks to the person now. Mails to them are in it, unless they choose another. */
  shown_language?: 'en' | 'de' | 'es' | undefined
}

/** The answer of acceptInvitation. */
export interface AcceptInvitationResult {
  success: true
}

export interface Activity {
  id: string
  /** As in the audit log, such as `person.sign_in`. */
  action: string
  ip: string | null
  user_agent: string | null
  created_at: string
}

/** The body of addPasskey. */
export interface AddPasskeyInput {
  name: string
  credential: {
    id: string
    rawId: string
    type: 'public-key'
    response: {
      clientDataJSON: string
      attestationObject: string
      transports?: readonly string[] | undefined
    }
  }
}

/** The body of allowProgram. */
export interface AllowProgramInput {
  client_id: string
  redirect_uri: string
  response_type?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
  scope?: string | undefined
  state?: string | undefined
  resource?: string | undefined
  mode: 'live' | 'test'
  scopes: readonly ('read' | 'write' | 'publish')[]
}

export interface AllowedProgram {
  id: string
  url: string
}

/** The body of answerSecondFactor. */
export interface AnswerSecondFactorInput {
  challenge: string
  code: string
}

export interface ApiKey {
  id: string
  mode: 'live' | 'test'
  name: string
  scopes: ('read' | 'write' | 'publish' | 'accounts' | 'admin')[]
  last4: string
  ip_allow: string[]
  expires_at: string | null
  last_used_at: string | null
  /** The address of that use. Null where a proxy hides it. */
  last_used_ip: string | null
  revoked_at: string | null
  created_at: string
}

/** The body of approveInReview. */
export interface ApproveInReviewInput {
  /** The secret of the link. */
  token: string
  /** The name of the post in the review. */
  ref: string
  /** The member `seen` of the post that the client looked at. */
  seen: string
  /** The name that the client types. Nothing proves it, and it is shown so. */
  name: string
}

/** The answer of approveInReview. */
export interface ApproveInReviewResult {
  success: true
}

/** The body of beginOidcSignIn. */
export interface BeginOidcSignInInput {
  /** Has the provider ask its person who they are, although it may know them from before, so that the session begins with a fresh proof. */
  prove?: boolean | undefined
  /** The page of the app that the person wanted to see, as a path with its query. */
  to?: string | undefined
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of the browser. */
export type BeginPasskeyProofResult = Record<string, unknown>

/** For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of the browser. */
export type BeginPasskeyResult = Record<string, unknown>

/** For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of the browser. */
export type BeginPasskeySignInResult = Record<string, unknown>

export interface Billing {
  subscription: 'active' | 'inactive'
  /** Who says whether there is a subscription: the operator of the server, or Stripe by its payments. */
  decided_by: 'operator' | 'stripe'
  /** The status of the subscription at Stripe, such as `active` or `past_due`; null where there never was one. */
  status: string | null
  /** Null while Stripe does not tell it. */
  price: {
    /** The name of the product at Stripe. */
    name: string
    /** In units of the currency, such as `12.50`; null where it depends on use. */
    amount: string | null
    /** ISO 4217. */
    currency: string
    interval: 'day' | 'week' | 'month' | 'year'
    interval_count: number
  } | null
  /** When the next payment is due. */
  period_ends_at: string | null
  /** When the subscription ends for good; null while it goes on. */
  ends_at: string | null
  /** Until when posts that are scheduled still go out; null while the subscription is active, or where there never was one. */
  posts_until: string | null
  can_subscribe: boolean
  /** Whether there is something to look after at Stripe. */
  can_manage: boolean
}

export interface CalendarAddress {
  id: string
  /** The name of the calendar, as the program shows it. */
  name: string
  /** The accounts whose posts it has; empty: all posts. */
  social_account_ids: string[]
  language: 'en' | 'de' | 'es'
  last_read_at: string | null
  created_at: string
}

/** The body of changePassword. */
export interface ChangePasswordInput {
  current_password?: string | undefined
  new_password: string
}

/** The answer of changePassword. */
export interface ChangePasswordResult {
  success: true
}

/** The body of changeRole. */
export interface ChangeRoleInput {
  role: 'viewer' | 'author' | 'editor' | 'admin' | 'owner'
}

/** The answer of changeRole. */
export interface ChangeRoleResult {
  success: true
}

/** The body of changeTimeZone. */
export interface ChangeTimeZoneInput {
  /** A time zone of the IANA database. */
  timezone?: string | undefined
  keep?: 'clock' | 'moment' | undefined
  dry_run?: boolean | undefined
  /** From the answer to the change. */
  undo?: string | undefined
}

export interface ChangedTimeZone {
  previous_timezone: string
  timezone: string
  /** Whether nothing was changed. */
  dry_run: boolean
  /** The posts that are planned, in both modes. */
  planned: number
  /** The planned posts that go out at a different moment from before. */
  moved: number
  /** Posts that could not be moved and keep their moment: they are going out, their time on the new clock has passed, or they were changed since the change that is undone. */
  left: {
    post_id: string
    reason: 'going_out' | 'time_passed' | 'changed_since'
  }[]
  /** A planned post, with its time by the clock before and after. */
  example: {
    post_id: string
    /** The first 80 characters. */
    text: string
    before: {
      at: string
      local_time: string
    }
    after: {
      at: string
      local_time: string
    }
  } | null
  /** Takes the change back, for a day. */
  undo: string | null
  /** A sentence for people. */
  message: string
}

/** The body of chooseNotifications. */
export interface ChooseNotificationsInput {
  failed?: 'none' | 'app' | 'mail' | undefined
  needs_review?: 'none' | 'app' | 'mail' | undefined
  held?: 'none' | 'app' | 'mail' | undefined
  approval?: 'none' | 'app' | 'mail' | undefined
  approved?: 'none' | 'app' | 'mail' | undefined
  returned?: 'none' | 'app' | 'mail' | undefined
  reconnect?: 'none' | 'app' | 'mail' | undefined
  webhook?: 'none' | 'app' | 'mail' | undefined
  note?: 'none' | 'app' | 'mail' | undefined
}

/** The answer of chooseNotifications. */
export interface ChooseNotificationsResult {
  data: NotificationChoice[]
}

export interface ConnectTrip {
  url: string
}

/** The body of createCalendarAddress. */
export interface CreateCalendarAddressInput {
  /** The name of the calendar, as the program shows it. */
  name: string
  /** Only posts on one of these accounts; empty: all posts. */
  social_account_ids?: readonly string[] | undefined
  language?: 'en' | 'de' | 'es' | undefined
}

/** The answer of createExportUrl. */
export interface CreateExportUrlResult {
  url: string
  expires_at: string
}

/** The body of createKey. */
export interface CreateKeyInput {
  name: string
  mode: 'live' | 'test'
  scopes: readonly ('read' | 'write' | 'publish' | 'accounts' | 'admin')[]
  expires_at?: string | null | undefined
  /** Networks in CIDR notation from which it may be used; empty: from anywhere. */
  ip_allow?: readonly string[] | undefined
}

/** The body of createWorkspace. */
export interface CreateWorkspaceInput {
  name: string
  /** A zone of the IANA database; UTC where it is left out. */
  timezone?: string | undefined
}

/** The answer of deleteCalendarAddress. */
export interface DeleteCalendarAddressResult {
  success: true
}

/** The answer of deleteExport. */
export interface DeleteExportResult {
  success: true
}

/** The answer of deleteInvitation. */
export interface DeleteInvitationResult {
  success: true
}

/** The body of deleteWorkspace. */
export interface DeleteWorkspaceInput {
  /** The name of the workspace, typed once more. */
  name: string
  /** Delete its data now. There is no way back. */
  at_once?: boolean | undefined
}

/** The answer of endOtherSessions. */
export interface EndOtherSessionsResult {
  ended: number
}

/** The answer of endPresence. */
export interface EndPresenceResult {
  success: true
}

/** The answer of endProgram. */
export interface EndProgramResult {
  success: true
}

/** The answer of endSession. */
export interface EndSessionResult {
  success: true
}

export interface Export {
  id: string
  status: 'pending' | 'ready' | 'failed'
  size_bytes: number | null
  /** Media whose files are missing on the server, and so in the archive. */
  missing_files: number | null
  created_at: string
  ready_at: string | null
  /** When it is deleted; null until it is ready or failed. */
  expires_at: string | null
}

/** The answer of getSetup. */
export interface GetSetupResult {
  is_needed: boolean
  /** Whether the owner needs the token that the server printed. */
  needs_token: boolean
}

export interface Identity {
  id: string
  issuer: string
  email: string | null
  created_at: string
  last_used_at: string | null
}

export interface InstanceNetwork {
  platform: string
  name: string
  /** JSON Schema of the app. */
  fields: Record<string, unknown>
  /** Where the app was set; null where none is. The environment goes before the others. */
  set_in: 'environment' | 'command' | 'here' | null
  /** Without the secrets. */
  values: Record<string, unknown>
  /** The fields that are set, secrets too. */
  fields_set: string[]
  /** The variable of the environment that sets each field. */
  variables: Record<string, string>
  updated_at: string | null
  /** The ways to connect accounts, each with what this server lacks for it. */
  ways: {
    way: string
    missing: {
      code: 'app' | 'https' | 'public_media'
      detail: string
    }[]
  }[]
}

export interface Invitation {
  id: string
  email: string
  role: 'viewer' | 'author' | 'editor' | 'admin'
  created_at: string
  expires_at: string
}

/** The body of invite. */
export interface InviteInput {
  email: string
  role: 'viewer' | 'author' | 'editor' | 'admin'
}

export interface Invited {
  invitation: Invitation
  /** A link for you to send. An account that is made by it has an unproven address, because you have seen the link too. */
  url: string
  /** Whether a link is mailed, which is another one than `url` and proves the address. Without a mail server, send `url` to the person yourself. */
  is_mailed: boolean
}

/** The answer of listCalendarAddresses. */
export interface ListCalendarAddressesResult {
  data: CalendarAddress[]
}

/** The answer of listExports. */
export interface ListExportsResult {
  data: Export[]
}

/** The answer of listIdentities. */
export interface ListIdentitiesResult {
  data: Identity[]
}

/** The answer of listInstanceNetworks. */
export interface ListInstanceNetworksResult {
  data: InstanceNetwork[]
}

/** The answer of listInvitations. */
export interface ListInvitationsResult {
  data: Invitation[]
}

/** The answer of listKeys. */
export interface ListKeysResult {
  data: ApiKey[]
}

/** The answer of listMembers. */
export interface ListMembersResult {
  data: Member[]
}

/** The answer of listNotificationChoices. */
export interface ListNotificationChoicesResult {
  data: NotificationChoice[]
}

/** The filters of listNotifications. */
export interface ListNotificationsQuery {
  /** Rows per page; 10 by default. A page of very large rows ends earlier; `meta.next` goes on. */
  limit?: number | undefined
  /** How many rows to skip. */
  offset?: number | undefined
  /** An alternative to `offset`: the end of the last page, from its `meta.next`. Empty for the first page. */
  cursor?: string | undefined
  mode?: 'live' | 'test' | undefined
  /** Only those that are neither read nor settled. */
  unread?: boolean | undefined
}

/** The answer of listNotifications. */
export interface ListNotificationsResult {
  data: Notification[]
  meta: {
    /** How many rows match. Absent with a cursor where counting would take long. */
    total?: number
    offset: number
    limit: number
    /** The URL of the next page; null on the last page. */
    next: string | null
  }
  unread: number
}

/** The answer of listOwnActivity. */
export interface ListOwnActivityResult {
  data: Activity[]
}

/** The answer of listPasskeys. */
export interface ListPasskeysResult {
  data: Passkey[]
}

/** The answer of listPrograms. */
export interface ListProgramsResult {
  data: Program[]
}

/** The answer of listSessions. */
export interface ListSessionsResult {
  data: Session[]
}

export interface MadeCalendarAddress {
  id: string
  /** The address with its secret. It is shown this once. */
  url: string
}

export interface MadeKey {
  id: string
  /** The key itself. It is shown this once. */
  key: string
}

/** The body of markAllNotificationsRead. */
export interface MarkAllNotificationsReadInput {
  mode: 'live' | 'test'
  /** The `created_at` of the newest one that you have seen; later ones stay unread. */
  until?: string | undefined
}

/** The answer of markAllNotificationsRead. */
export interface MarkAllNotificationsReadResult {
  read: number
}

/** The answer of markNotificationRead. */
export interface MarkNotificationReadResult {
  success: true
}

export interface Member {
  id: string
  email: string
  name: string
  role: 'viewer' | 'author' | 'editor' | 'admin' | 'owner'
  joined_at: string
}

/** The answer of notePresence. */
export interface NotePresenceResult {
  data: Present[]
}

export interface Notification {
  id: string
  kind:
    | 'failed'
    | 'needs_review'
    | 'held'
    | 'approval'
    | 'approved'
    | 'returned'
    | 'reconnect'
    | 'webhook'
    | 'note'
  /** The type of the event that it tells of. */
  event_type: string
  subject_id: string
  /** In English. */
  title: string
  /** In English; empty where there is nothing more to say. */
  detail: string
  title_words: NotificationSentence
  /** The sentences of the detail, each with its varying parts. */
  detail_words: NotificationSentence[]
  /** The page of the app where one sees it, or does something about it. */
  path: string
  created_at: string
  read_at: string | null
  resolved_at: string | null
}

export interface NotificationChoice {
  kind:
    | 'failed'
    | 'needs_review'
    | 'held'
    | 'approval'
    | 'approved'
    | 'returned'
    | 'reconnect'
    | 'webhook'
    | 'note'
  way: 'none' | 'app' | 'mail'
  /** The way of your role, unless you choose another. */
  usual: 'none' | 'app' | 'mail'
}

export interface NotificationSentence {
  /** The sentence in English. */
  text: string
  /** The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies. */
  template?: string
  /** The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies. */
  params?: Record<string, unknown>
}

export interface OidcTrip {
  /** The page of the identity provider to open. */
  url: string
}

export interface Passkey {
  id: string
  name: string
  /** Whether it is kept on more than one device. */
  is_synced: boolean
  created_at: string
  last_used_at: string | null
}

export interface Person {
  id: string
  email: string
  /** Empty until the person gave one. */
  name: string
  language: 'en' | 'de' | 'es' | null
  /** The language in which the app was last shown to the person. Mails to them are in it where `language` is null; null: it is not known, and mails are in English. */
  shown_language: 'en' | 'de' | 'es' | null
  /** Whether keys without a modifier, such as C for a new post, do something in the app. */
  single_letter_keys: boolean
  created_at: string
  /** When the person took the account over by setting a password, while nobody had shown before that its address is theirs. Somebody else may have set up what is in its workspaces. Null for others, and once they have looked through it. */
  inherited_at: string | null
  /** Whether workspaces of this server pay for themselves. */
  has_billing: boolean
  /** The workspace in which the person worked last; null where there is none. */
  last_workspace_id: string | null
  workspaces: {
    id: string
    name: string
    timezone: string
    role: 'viewer' | 'author' | 'editor' | 'admin' | 'owner'
    subscription: 'active' | 'inactive'
    /** Why there is no subscription; null while there is one. */
    lapse: {
      /** `late`: a payment is missing at Stripe. `never`: there was no subscription yet. */
      why: 'late' | 'ended' | 'never'
      /** Until when posts that are scheduled still go out; null where there never was a subscription. */
      posts_until: string | null
    } | null
    /** The first day of a week in the calendar; `locale`: as in the language of the person. */
    week_start: 'locale' | 'monday' | 'sunday' | 'saturday'
    /** Whether an account of a network is connected for live data. The app begins with test data until one is. */
    has_live_accounts: boolean
    /** Where the events of each mode ended before the rest of this answer was read. Pages that are read after it and follow the events from there miss no change. */
    event_cursors: {
      live: string
      test: string
    }
    /** When its data go for good; null unless it was deleted. */
    purge_at: string | null
  }[]
}

export interface Present {
  user_id: string
  /** Their name, or their address where they gave none. */
  name: string
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

export interface Program {
  id: string
  name: string
  redirect_host: string
  is_of_machine: boolean
  mode: 'live' | 'test'
  scopes: ('read' | 'write' | 'publish')[]
  allowed_by: {
    id: string
    email: string
  }
  last_used_at: string | null
  last_used_ip: string | null
  expires_at: string
  created_at: string
}

export interface ProgramAuthorization {
  /** The name that the program gives itself. Nobody has checked it. */
  name: string
  /** The host that describes the program. Null for one that registered itself. */
  host: string | null
  /** The host to which the browser is sent back. */
  redirect_host: string
  /** Whether that is the machine of the browser. */
  is_of_machine: boolean
  scopes: ('read' | 'write' | 'publish')[]
  /** The fault of the request, as OAuth calls it. */
  fault: string | null
  /** The address that tells the program so, or that you refuse. */
  refusal_url: string
}

/** The body of proveByPasskey. */
export interface ProveByPasskeyInput {
  credential: {
    id: string
    rawId: string
    type: 'public-key'
    response: {
      clientDataJSON: string
      authenticatorData: string
      signature: string
      userHandle?: string | null | undefined
    }
  }
}

/** The answer of proveByPasskey. */
export interface ProveByPasskeyResult {
  success: true
}

/** The body of prove. */
export interface ProveInput {
  password?: string | undefined
  code?: string | undefined
}

/** The answer of prove. */
export interface ProveResult {
  success: true
}

/** The body of readAuthorization. */
export interface ReadAuthorizationInput {
  client_id: string
  redirect_uri: string
  response_type?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
  scope?: string | undefined
  state?: string | undefined
  resource?: string | undefined
}

/** The body of readInvitation. */
export interface ReadInvitationInput {
  token: string
}

/** The answer of readInvitation. */
export interface ReadInvitationResult {
  email: string
  role: 'viewer' | 'author' | 'editor' | 'admin'
  workspace: {
    id: string
    name: string
  }
  /** The name of the person who invites, or their address where they gave none. */
  invited_by: string
  /** Whether one has to sign in to accept. */
  has_account: boolean
}

/** The body of readPasswordReset. */
export interface ReadPasswordResetInput {
  /** The secret at the end of the link. */
  token: string
}

/** The answer of readPasswordReset. */
export interface ReadPasswordResetResult {
  email: string
}

/** The body of readReview. */
export interface ReadReviewInput {
  /** The secret of the link. */
  token: string
}

export interface RecoveryCodes {
  /** Ten codes, each good once. They are shown this once. */
  recovery_codes: string[]
}

/** The answer of removeIdentity. */
export interface RemoveIdentityResult {
  success: true
}

/** The answer of removeInstanceNetwork. */
export interface RemoveInstanceNetworkResult {
  success: true
}

/** The answer of removeMember. */
export interface RemoveMemberResult {
  success: true
}

/** The answer of removePasskey. */
export interface RemovePasskeyResult {
  success: true
}

/** The body of renamePasskey. */
export interface RenamePasskeyInput {
  name: string
}

/** The body of requestPasswordReset. */
export interface RequestPasswordResetInput {
  email: string
  /** The language in which your app speaks to the person now. Mails to them are in it, unless they choose another. */
  shown_language?: 'en' | 'de' | 'es' | undefined
}

/** The answer of requestPasswordReset. */
export interface RequestPasswordResetResult {
  success: true
}

/** The body of returnInReview. */
export interface ReturnInReviewInput {
  /** The secret of the link. */
  token: string
  /** The name of the post in the review. */
  ref: string
  /** The member `seen` of the post that the client looked at. */
  seen: string
  /** The name that the client types. Nothing proves it, and it is shown so. */
  name: string
  comment: string
}

/** The answer of returnInReview. */
export interface ReturnInReviewResult {
  success: true
}

export interface Review {
  workspace: {
    name: string
    timezone: string
  }
  recipient: string
  /** Whether the client may decide by this link now. */
  decides: boolean
  expires_at: string
  /** Whether there are posts that are not shown. */
  has_more: boolean
  platforms: {
    platform: string
    name: string
    icon_url: string
    preview: Preview
  }[]
  posts: ReviewedPost[]
}

export interface ReviewedAccount {
  platform: string
  username: string
  display_name: string
  avatar_url: string | null
  /** Its own time; null for that of the post. */
  at: string | null
  is_published: boolean
  /** Where the post is on the network, once it is there. */
  url: string | null
  title: string | null
  /** The post, then its thread, then its first comment. */
  parts: {
    part: 'post' | 'thread' | 'first_comment'
    text: string
    media: ReviewedMedium[]
  }[]
}

export interface ReviewedMedium {
  kind: 'image' | 'gif' | 'video' | 'document'
  url: string | null
  thumbnail_url: string | null
  width: number | null
  height: number | null
  duration_ms: number | null
  alt_text: string
  focus: {
    x: number
    y: number
  } | null
  crop: {
    x: number
    y: number
    width: number
    height: number
  } | null
}

export interface ReviewedPost {
  /** Its name by this link; it opens nothing without the secret. */
  ref: string
  state:
    | 'draft'
    | 'waiting'
    | 'returned'
    | 'approved'
    | 'scheduled'
    | 'publishing'
    | 'published'
    | 'partly_published'
    | 'not_published'
    | 'unclear'
    | 'canceled'
  /** Its time; null for none, or for at once. */
  at: string | null
  /** Names the content and the times that are shown. A decision says it. */
  seen: string
  /** Why the client cannot approve it now; null where they can. A `late` post can still be returned. */
  cannot: 'looks_only' | 'nothing_asked' | 'late' | 'same_person' | null
  accounts: ReviewedAccount[]
  /** The latest ten decisions by this link, newest first. */
  decisions: {
    decision: 'approved' | 'returned'
    typed_name: string
    comment: string | null
    decided_at: string
    /** Whether it is what stands, for this content. */
    is_current: boolean
  }[]
}

/** The answer of revokeKey. */
export interface RevokeKeyResult {
  success: true
}

/** The body of rollKey. */
export interface RollKeyInput {
  overlap_hours: number
}

export interface Security {
  has_password: boolean
  /** Whether a sign-in by password asks for a code. */
  has_two_factor: boolean
  recovery_codes_left: number
  /** How many. */
  passkeys: number
  /** How many identities of the identity provider are joined. */
  identities: number
  /** Whether this session began at an identity provider that does not say when it asked. Signing in there again is no fresh proof then: who has neither a password nor a passkey nor a second factor sets a password first, by a link. */
  provider_tells_no_time: boolean
}

export interface Session {
  id: string
  /** Whether it is the one that asks. */
  is_current: boolean
  /** The address that signed in. */
  ip: string
  /** The browser that signed in, as it calls itself. */
  user_agent: string
  created_at: string
  last_used_at: string
}

/** The body of setInstanceNetwork. */
export type SetInstanceNetworkInput = Record<string, unknown>

/** The body of setNewPassword. */
export interface SetNewPasswordInput {
  /** The secret at the end of the link. */
  token: string
  password: string
}

/** The answer of setNewPassword. */
export interface SetNewPasswordResult {
  success: true
}

/** The body of setUp. */
export interface SetUpInput {
  email: string
  password: string
  token?: string | undefined
  /** The time zone of the first workspace, from the IANA database; UTC where it is left out. */
  timezone?: string | undefined
  /** The language in which your app speaks to the person now. Mails to them are in it, unless they choose another. */
  shown_language?: 'en' | 'de' | 'es' | undefined
}

/** The body of signInByPasskey. */
export interface SignInByPasskeyInput {
  credential: {
    id: string
    rawId: string
    type: 'public-key'
    response: {
      clientDataJSON: string
      authenticatorData: string
      signature: string
      userHandle?: string | null | undefined
    }
  }
}

/** The body of signIn. */
export interface SignInInput {
  email: string
  password: string
}

/** The answer of signOut. */
export interface SignOutResult {
  success: true
}

/** The body of signUp. */
export interface SignUpInput {
  email: string
  password: string
  /** The time zone of the first workspace, from the IANA database; UTC where it is left out. */
  timezone?: string | undefined
  /** The language in which your app speaks to the person now. Mails to them are in it, unless they choose another. */
  shown_language?: 'en' | 'de' | 'es' | undefined
}

export interface StripePage {
  url: string
}

export interface TotpSetup {
  /** In base32, to be typed where no picture can be read. */
  secret: string
  /** `otpauth://…`, to be shown as a QR code. */
  uri: string
}

/** The body of transferOwnership. */
export interface TransferOwnershipInput {
  member_id: string
}

/** The answer of transferOwnership. */
export interface TransferOwnershipResult {
  success: true
}

/** The answer of turnOffTwoFactor. */
export interface TurnOffTwoFactorResult {
  success: true
}

/** The body of turnOnTwoFactor. */
export interface TurnOnTwoFactorInput {
  code: string
}

/** The body of updatePerson. */
export interface UpdatePersonInput {
  name?: string | undefined
  language?: 'en' | 'de' | 'es' | null | undefined
  /** The language in which your app speaks to the person now. Mails to them are in it, unless they choose another. */
  shown_language?: 'en' | 'de' | 'es' | undefined
  /** Whether keys without a modifier, such as C for a new post, do something in the app. */
  single_letter_keys?: boolean | undefined
  /** Says that you have looked through the workspaces of an account that you took over. */
  inherited_at?: null | undefined
}

/** The body of updateWorkspace. */
export interface UpdateWorkspaceInput {
  name?: string | undefined
  /** For how many seconds "publish now" waits in the app, so that it can be undone. */
  undo_seconds?: number | undefined
  /** The first day of a week in the calendar; `locale`: as in the language of the person. */
  week_start?: 'locale' | 'monday' | 'sunday' | 'saturday' | undefined
  /** Whose posts wait for the approval of an editor: those of `authors`, or of `everyone`, who then needs another person. */
  approval_mode?: 'authors' | 'everyone' | undefined
}

export interface WaysIn {
  sign_up: 'open' | 'closed'
  /** Whether the address of the server can have passkeys. */
  passkeys: boolean
  /** Whether a link to set a new password is mailed. Otherwise the operator makes one. */
  reset_by_mail: boolean
  oidc: {
    /** The name of the identity provider. */
    name: string
  } | null
  /** The words that begin every command of the operator on this server. */
  operator_command: string
}

export interface Workspace {
  id: string
  name: string
  timezone: string
  subscription: 'active' | 'inactive'
  /** For how many seconds "publish now" waits in the app, so that it can be undone. */
  undo_seconds: number
  /** The first day of a week in the calendar; `locale`: as in the language of the person. */
  week_start: 'locale' | 'monday' | 'sunday' | 'saturday'
  /** Whose posts wait for the approval of an editor: those of `authors`, or of `everyone`, who then needs another person. */
  approval_mode: 'authors' | 'everyone'
  /** When its data go for good; null unless it was deleted. Until then it can be restored. */
  purge_at: string | null
  created_at: string
}
