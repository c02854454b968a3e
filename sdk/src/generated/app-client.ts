// Generated from the OpenAPI document by `npm run generate-sdk`. Do not edit.
import { path } from '../path.ts'
import { Resource } from '../resource.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type {
  AcceptInvitationInput,
  AcceptInvitationResult,
  AddPasskeyInput,
  AllowedProgram,
  AllowProgramInput,
  AnswerSecondFactorInput,
  ApproveInReviewInput,
  ApproveInReviewResult,
  BeginOidcSignInInput,
  BeginPasskeyProofResult,
  BeginPasskeyResult,
  BeginPasskeySignInResult,
  Billing,
  ChangedTimeZone,
  ChangePasswordInput,
  ChangePasswordResult,
  ChangeRoleInput,
  ChangeRoleResult,
  ChangeTimeZoneInput,
  ChooseNotificationsInput,
  ChooseNotificationsResult,
  ConnectTrip,
  CreateCalendarAddressInput,
  CreateExportUrlResult,
  CreateKeyInput,
  CreateWorkspaceInput,
  DeleteCalendarAddressResult,
  DeleteExportResult,
  DeleteInvitationResult,
  DeleteWorkspaceInput,
  EndOtherSessionsResult,
  EndPresenceResult,
  EndProgramResult,
  EndSessionResult,
  Export,
  GetSetupResult,
  InstanceNetwork,
  Invited,
  InviteInput,
  ListCalendarAddressesResult,
  ListExportsResult,
  ListIdentitiesResult,
  ListInstanceNetworksResult,
  ListInvitationsResult,
  ListKeysResult,
  ListMembersResult,
  ListNotificationChoicesResult,
  ListNotificationsQuery,
  ListNotificationsResult,
  ListOwnActivityResult,
  ListPasskeysResult,
  ListProgramsResult,
  ListSessionsResult,
  MadeCalendarAddress,
  MadeKey,
  MarkAllNotificationsReadInput,
  MarkAllNotificationsReadResult,
  MarkNotificationReadResult,
  NotePresenceResult,
  OidcTrip,
  Passkey,
  Person,
  ProgramAuthorization,
  ProveByPasskeyInput,
  ProveByPasskeyResult,
  ProveInput,
  ProveResult,
  ReadAuthorizationInput,
  ReadInvitationInput,
  ReadInvitationResult,
  ReadPasswordResetInput,
  ReadPasswordResetResult,
  ReadReviewInput,
  RecoveryCodes,
  RemoveIdentityResult,
  RemoveInstanceNetworkResult,
  RemoveMemberResult,
  RemovePasskeyResult,
  RenamePasskeyInput,
  RequestPasswordResetInput,
  RequestPasswordResetResult,
  ReturnInReviewInput,
  ReturnInReviewResult,
  Review,
  RevokeKeyResult,
  RollKeyInput,
  Security,
  SetInstanceNetworkInput,
  SetNewPasswordInput,
  SetNewPasswordResult,
  SetUpInput,
  SignInByPasskeyInput,
  SignInInput,
  SignOutResult,
  SignUpInput,
  StripePage,
  TotpSetup,
  TransferOwnershipInput,
  TransferOwnershipResult,
  TurnOffTwoFactorResult,
  TurnOnTwoFactorInput,
  UpdatePersonInput,
  UpdateWorkspaceInput,
  WaysIn,
  Workspace,
} from './app-models.ts'

export class AuthorizationsApi extends Resource {
  /**
   * Read what a program asks for.
   *
   * The document that describes a program is fetched from its address, where its id is one.
   *
   * `POST /app/authorizations/read` (readAuthorization)
   */
  async read(body: ReadAuthorizationInput, options?: RequestOptions): Promise<ProgramAuthorization> {
    return this.transport.send(
      { method: 'POST', path: '/app/authorizations/read', body, repeat: 'never' },
      options,
    )
  }
}

export class CalendarAddressesApi extends Resource {
  /**
   * List your calendar addresses.
   *
   * Needs the role `viewer` in the workspace, or a higher one.
   *
   * `GET /app/workspaces/{workspace}/calendar-addresses` (listCalendarAddresses)
   */
  async list(workspace: string, options?: RequestOptions): Promise<ListCalendarAddressesResult> {
    return this.transport.send(
      { method: 'GET', path: path`/app/workspaces/${workspace}/calendar-addresses` },
      options,
    )
  }

  /**
   * Make an address for a calendar.
   *
   * The address opens the live posts of the last 30 and the next 180 days, with their texts, as iCalendar (RFC 5545), to anybody who has it. It ends when you leave the workspace.
   *
   * Needs the role `viewer` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/calendar-addresses` (createCalendarAddress)
   */
  async create(
    workspace: string,
    body: CreateCalendarAddressInput,
    options?: RequestOptions,
  ): Promise<MadeCalendarAddress> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/calendar-addresses`, body, repeat: 'never' },
      options,
    )
  }

  /**
   * Give a calendar another address.
   *
   * The one that it had ends at once.
   *
   * Needs the role `viewer` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/calendar-addresses/{id}/replace` (replaceCalendarAddress)
   */
  async replace(workspace: string, id: string, options?: RequestOptions): Promise<MadeCalendarAddress> {
    return this.transport.send(
      {
        method: 'POST',
        path: path`/app/workspaces/${workspace}/calendar-addresses/${id}/replace`,
        repeat: 'never',
      },
      options,
    )
  }

  /**
   * End a calendar address for good.
   *
   * The next program that reads it gets nothing.
   *
   * Needs the role `viewer` in the workspace, or a higher one.
   *
   * `DELETE /app/workspaces/{workspace}/calendar-addresses/{id}` (deleteCalendarAddress)
   */
  async delete(
    workspace: string,
    id: string,
    options?: RequestOptions,
  ): Promise<DeleteCalendarAddressResult> {
    return this.transport.send(
      {
        method: 'DELETE',
        path: path`/app/workspaces/${workspace}/calendar-addresses/${id}`,
        repeat: 'never',
      },
      options,
    )
  }
}

export class ConnectAttemptsApi extends Resource {
  /**
   * Go on to the network to sign in there.
   *
   * For an attempt that was begun in this session. Sets a cookie, with which the browser is known again when it comes back from the network; it is then sent to `/accounts/connect/{platform}?attempt={id}`.
   *
   * `POST /app/connect-attempts/{id}/continue` (continueConnect)
   */
  async continue(id: string, options?: RequestOptions): Promise<ConnectTrip> {
    return this.transport.send(
      { method: 'POST', path: path`/app/connect-attempts/${id}/continue`, repeat: 'never' },
      options,
    )
  }
}

export class ExportsApi extends Resource {
  /**
   * List the exports of a workspace.
   *
   * Needs the role `owner` in the workspace, or a higher one.
   *
   * `GET /app/workspaces/{workspace}/exports` (listExports)
   */
  async list(workspace: string, options?: RequestOptions): Promise<ListExportsResult> {
    return this.transport.send({ method: 'GET', path: path`/app/workspaces/${workspace}/exports` }, options)
  }

  /**
   * Export everything in a workspace.
   *
   * One zip archive is made in the background: posts, results, accounts, members, keys, events and settings as lines of JSON, and the media as they were uploaded. It holds no password, no key and no access to an account. It is kept for seven days.
   *
   * Needs the role `owner` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/exports` (requestExport)
   */
  async request(workspace: string, options?: RequestOptions): Promise<Export> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/exports`, repeat: 'never' },
      options,
    )
  }

  /**
   * Make an address at which an export is downloaded.
   *
   * Everybody who knows the address can download the archive, for an hour. It answers ranges, so that a download can be continued.
   *
   * Needs the role `owner` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/exports/{id}/url` (createExportUrl)
   */
  async createUrl(workspace: string, id: string, options?: RequestOptions): Promise<CreateExportUrlResult> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/exports/${id}/url`, repeat: 'never' },
      options,
    )
  }

  /**
   * Delete an export.
   *
   * Its addresses lead nowhere from then on.
   *
   * Needs the role `owner` in the workspace, or a higher one.
   *
   * `DELETE /app/workspaces/{workspace}/exports/{id}` (deleteExport)
   */
  async delete(workspace: string, id: string, options?: RequestOptions): Promise<DeleteExportResult> {
    return this.transport.send(
      { method: 'DELETE', path: path`/app/workspaces/${workspace}/exports/${id}`, repeat: 'never' },
      options,
    )
  }
}

export class IdentitiesApi extends Resource {
  /**
   * List the identities that are joined to your account.
   *
   * `GET /app/identities` (listIdentities)
   */
  async list(options?: RequestOptions): Promise<ListIdentitiesResult> {
    return this.transport.send({ method: 'GET', path: '/app/identities' }, options)
  }

  /**
   * Part an identity from your account.
   *
   * Every other session of yours ends, and this one gets a new cookie.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `DELETE /app/identities/{id}` (removeIdentity)
   */
  async remove(id: string, options?: RequestOptions): Promise<RemoveIdentityResult> {
    return this.transport.send(
      { method: 'DELETE', path: path`/app/identities/${id}`, repeat: 'never' },
      options,
    )
  }
}

export class InvitationsApi extends Resource {
  /**
   * List the invitations that can still be accepted.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * `GET /app/workspaces/{workspace}/invitations` (listInvitations)
   */
  async list(workspace: string, options?: RequestOptions): Promise<ListInvitationsResult> {
    return this.transport.send(
      { method: 'GET', path: path`/app/workspaces/${workspace}/invitations` },
      options,
    )
  }

  /**
   * Invite somebody to a workspace.
   *
   * A link is shown once. If the server sends mail, another one is mailed. The invitation can be accepted once, for a week. A second invitation of an address replaces the first.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/invitations` (invite)
   */
  async create(workspace: string, body: InviteInput, options?: RequestOptions): Promise<Invited> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/invitations`, body, repeat: 'never' },
      options,
    )
  }

  /**
   * Make new links for an invitation, and mail one.
   *
   * The former links end, and the week begins anew.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/invitations/{id}/resend` (resendInvitation)
   */
  async resend(workspace: string, id: string, options?: RequestOptions): Promise<Invited> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/invitations/${id}/resend`, repeat: 'never' },
      options,
    )
  }

  /**
   * Take an invitation back.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * `DELETE /app/workspaces/{workspace}/invitations/{id}` (deleteInvitation)
   */
  async delete(workspace: string, id: string, options?: RequestOptions): Promise<DeleteInvitationResult> {
    return this.transport.send(
      { method: 'DELETE', path: path`/app/workspaces/${workspace}/invitations/${id}`, repeat: 'never' },
      options,
    )
  }

  /**
   * Read an invitation by the secret of its link.
   *
   * `POST /app/invitations/read` (readInvitation)
   */
  async read(body: ReadInvitationInput, options?: RequestOptions): Promise<ReadInvitationResult> {
    return this.transport.send(
      { method: 'POST', path: '/app/invitations/read', body, repeat: 'never' },
      options,
    )
  }

  /**
   * Accept an invitation.
   *
   * Somebody new gives a password and is signed in. Somebody who has an account signs in first, with the address that was invited.
   *
   * `POST /app/invitations/accept` (acceptInvitation)
   */
  async accept(body: AcceptInvitationInput, options?: RequestOptions): Promise<AcceptInvitationResult> {
    return this.transport.send(
      { method: 'POST', path: '/app/invitations/accept', body, repeat: 'never' },
      options,
    )
  }
}

export class KeysApi extends Resource {
  /**
   * List the API keys of a workspace.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * `GET /app/workspaces/{workspace}/keys` (listKeys)
   */
  async list(workspace: string, options?: RequestOptions): Promise<ListKeysResult> {
    return this.transport.send({ method: 'GET', path: path`/app/workspaces/${workspace}/keys` }, options)
  }

  /**
   * Make an API key.
   *
   * It has its rights as long as you have them too, and is revoked when you leave the workspace.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/keys` (createKey)
   */
  async create(workspace: string, body: CreateKeyInput, options?: RequestOptions): Promise<MadeKey> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/keys`, body, repeat: 'never' },
      options,
    )
  }

  /**
   * Replace an API key by a new one.
   *
   * Both are good until the overlap is over. The new one is yours: it does no more than you may. Feeds and recurrences that were made with the old one go on with it, in your name.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/keys/{id}/roll` (rollKey)
   */
  async roll(workspace: string, id: string, body: RollKeyInput, options?: RequestOptions): Promise<MadeKey> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/keys/${id}/roll`, body, repeat: 'never' },
      options,
    )
  }

  /**
   * End an API key for good.
   *
   * Every process refuses it within a second.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * `DELETE /app/workspaces/{workspace}/keys/{id}` (revokeKey)
   */
  async revoke(workspace: string, id: string, options?: RequestOptions): Promise<RevokeKeyResult> {
    return this.transport.send(
      { method: 'DELETE', path: path`/app/workspaces/${workspace}/keys/${id}`, repeat: 'never' },
      options,
    )
  }
}

export class MembersApi extends Resource {
  /**
   * List the people of a workspace.
   *
   * Needs the role `viewer` in the workspace, or a higher one.
   *
   * `GET /app/workspaces/{workspace}/members` (listMembers)
   */
  async list(workspace: string, options?: RequestOptions): Promise<ListMembersResult> {
    return this.transport.send({ method: 'GET', path: path`/app/workspaces/${workspace}/members` }, options)
  }

  /**
   * Give a member another role.
   *
   * Nobody gives or takes a role above their own. A workspace keeps an owner.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `PATCH /app/workspaces/{workspace}/members/{id}` (changeRole)
   */
  async changeRole(
    workspace: string,
    id: string,
    body: ChangeRoleInput,
    options?: RequestOptions,
  ): Promise<ChangeRoleResult> {
    return this.transport.send(
      { method: 'PATCH', path: path`/app/workspaces/${workspace}/members/${id}`, body, repeat: 'never' },
      options,
    )
  }

  /**
   * Take a member out of a workspace, or leave it.
   *
   * An admin takes out others, an owner also owners; everybody may leave. The keys that the member made stop at once.
   *
   * Needs the role `viewer` in the workspace, or a higher one.
   *
   * `DELETE /app/workspaces/{workspace}/members/{id}` (removeMember)
   */
  async remove(workspace: string, id: string, options?: RequestOptions): Promise<RemoveMemberResult> {
    return this.transport.send(
      { method: 'DELETE', path: path`/app/workspaces/${workspace}/members/${id}`, repeat: 'never' },
      options,
    )
  }
}

export class NotificationChoicesApi extends Resource {
  /**
   * List how you are told of each kind of thing.
   *
   * Needs the role `viewer` in the workspace, or a higher one.
   *
   * `GET /app/workspaces/{workspace}/notification-choices` (listNotificationChoices)
   */
  async list(workspace: string, options?: RequestOptions): Promise<ListNotificationChoicesResult> {
    return this.transport.send(
      { method: 'GET', path: path`/app/workspaces/${workspace}/notification-choices` },
      options,
    )
  }

  /**
   * Choose how you are told of some kinds of things.
   *
   * `none`: not at all; `app`: in the app; `mail`: in the app and by mail. `held` is for posts that wait for a person, feeds that stopped or cannot be read, and posts that can no longer be repeated.
   *
   * Needs the role `viewer` in the workspace, or a higher one.
   *
   * `PATCH /app/workspaces/{workspace}/notification-choices` (chooseNotifications)
   */
  async chooseNotifications(
    workspace: string,
    body: ChooseNotificationsInput,
    options?: RequestOptions,
  ): Promise<ChooseNotificationsResult> {
    return this.transport.send(
      {
        method: 'PATCH',
        path: path`/app/workspaces/${workspace}/notification-choices`,
        body,
        repeat: 'never',
      },
      options,
    )
  }
}

export class NotificationsApi extends Resource {
  /**
   * List your notifications.
   *
   * The newest first. `unread` counts those that you have neither read nor that were settled meanwhile. They are kept for 90 days.
   *
   * Needs the role `viewer` in the workspace, or a higher one.
   *
   * `GET /app/workspaces/{workspace}/notifications` (listNotifications)
   */
  async list(
    workspace: string,
    query?: ListNotificationsQuery,
    options?: RequestOptions,
  ): Promise<ListNotificationsResult> {
    return this.transport.send(
      { method: 'GET', path: path`/app/workspaces/${workspace}/notifications`, query },
      options,
    )
  }

  /**
   * Mark a notification as read.
   *
   * It is not mailed any more.
   *
   * Needs the role `viewer` in the workspace, or a higher one.
   *
   * `POST /app/workspaces/{workspace}/notifications/{id}/read` (markNotificationRead)
   */
  async markRead(
    workspace: string,
    id: string,
    options?: RequestOptions,
  ): Promise<MarkNotificationReadResult> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/notifications/${id}/read`, repeat: 'never' },
      options,
    )
  }

  /**
   * Mark all your notifications as read.
   *
   * Needs the role `viewer` in the workspace, or a higher one.
   *
   * `POST /app/workspaces/{workspace}/notifications/read-all` (markAllNotificationsRead)
   */
  async markAllNotificationsRead(
    workspace: string,
    body: MarkAllNotificationsReadInput,
    options?: RequestOptions,
  ): Promise<MarkAllNotificationsReadResult> {
    return this.transport.send(
      {
        method: 'POST',
        path: path`/app/workspaces/${workspace}/notifications/read-all`,
        body,
        repeat: 'never',
      },
      options,
    )
  }
}

export class PasskeysApi extends Resource {
  /**
   * List your passkeys.
   *
   * `GET /app/passkeys` (listPasskeys)
   */
  async list(options?: RequestOptions): Promise<ListPasskeysResult> {
    return this.transport.send({ method: 'GET', path: '/app/passkeys' }, options)
  }

  /**
   * Add the passkey that the browser made.
   *
   * Every other session of yours ends, and this one gets a new cookie.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/passkeys` (addPasskey)
   */
  async add(body: AddPasskeyInput, options?: RequestOptions): Promise<Passkey> {
    return this.transport.send({ method: 'POST', path: '/app/passkeys', body, repeat: 'never' }, options)
  }

  /**
   * Ask for what the browser needs to make a passkey.
   *
   * It is good for five minutes, in this session.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/passkeys/begin` (beginPasskey)
   */
  async begin(options?: RequestOptions): Promise<BeginPasskeyResult> {
    return this.transport.send({ method: 'POST', path: '/app/passkeys/begin', repeat: 'never' }, options)
  }

  /**
   * Give a passkey another name.
   *
   * `PATCH /app/passkeys/{id}` (renamePasskey)
   */
  async rename(id: string, body: RenamePasskeyInput, options?: RequestOptions): Promise<Passkey> {
    return this.transport.send(
      { method: 'PATCH', path: path`/app/passkeys/${id}`, body, repeat: 'never' },
      options,
    )
  }

  /**
   * Take a passkey away.
   *
   * Every other session of yours ends, and this one gets a new cookie.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `DELETE /app/passkeys/{id}` (removePasskey)
   */
  async remove(id: string, options?: RequestOptions): Promise<RemovePasskeyResult> {
    return this.transport.send(
      { method: 'DELETE', path: path`/app/passkeys/${id}`, repeat: 'never' },
      options,
    )
  }
}

export class PostsApi extends Resource {
  /**
   * Say that you have a post open.
   *
   * Answers with the others who have it open. It holds for 30 seconds, so that an open page says it again every ten.
   *
   * Needs the role `author` in the workspace, or a higher one.
   *
   * `PUT /app/workspaces/{workspace}/posts/{id}/presence` (notePresence)
   */
  async notePresence(workspace: string, id: string, options?: RequestOptions): Promise<NotePresenceResult> {
    return this.transport.send(
      { method: 'PUT', path: path`/app/workspaces/${workspace}/posts/${id}/presence`, repeat: 'never' },
      options,
    )
  }

  /**
   * Say that you no longer have a post open.
   *
   * Needs the role `author` in the workspace, or a higher one.
   *
   * `DELETE /app/workspaces/{workspace}/posts/{id}/presence` (endPresence)
   */
  async endPresence(workspace: string, id: string, options?: RequestOptions): Promise<EndPresenceResult> {
    return this.transport.send(
      { method: 'DELETE', path: path`/app/workspaces/${workspace}/posts/${id}/presence`, repeat: 'never' },
      options,
    )
  }
}

export class ProgramsApi extends Resource {
  /**
   * List the programs that people let in.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * `GET /app/workspaces/{workspace}/programs` (listPrograms)
   */
  async list(workspace: string, options?: RequestOptions): Promise<ListProgramsResult> {
    return this.transport.send({ method: 'GET', path: path`/app/workspaces/${workspace}/programs` }, options)
  }

  /**
   * Let a program use Crier in your name.
   *
   * The answer names the address that brings the program its code. Its access has its rights as long as you have them too, and ends when you leave the workspace.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/programs` (allowProgram)
   */
  async allow(workspace: string, body: AllowProgramInput, options?: RequestOptions): Promise<AllowedProgram> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/programs`, body, repeat: 'never' },
      options,
    )
  }

  /**
   * End the access of a program for good.
   *
   * Every process refuses it within a second.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * `DELETE /app/workspaces/{workspace}/programs/{id}` (endProgram)
   */
  async end(workspace: string, id: string, options?: RequestOptions): Promise<EndProgramResult> {
    return this.transport.send(
      { method: 'DELETE', path: path`/app/workspaces/${workspace}/programs/${id}`, repeat: 'never' },
      options,
    )
  }
}

export class SessionsApi extends Resource {
  /**
   * List your sessions.
   *
   * `GET /app/sessions` (listSessions)
   */
  async list(options?: RequestOptions): Promise<ListSessionsResult> {
    return this.transport.send({ method: 'GET', path: '/app/sessions' }, options)
  }

  /**
   * End one of your sessions.
   *
   * Its cookie is refused from then on, by every process.
   *
   * `DELETE /app/sessions/{id}` (endSession)
   */
  async end(id: string, options?: RequestOptions): Promise<EndSessionResult> {
    return this.transport.send(
      { method: 'DELETE', path: path`/app/sessions/${id}`, repeat: 'never' },
      options,
    )
  }

  /**
   * End all your sessions but this one.
   *
   * `POST /app/sessions/end-others` (endOtherSessions)
   */
  async endOthers(options?: RequestOptions): Promise<EndOtherSessionsResult> {
    return this.transport.send({ method: 'POST', path: '/app/sessions/end-others', repeat: 'never' }, options)
  }
}

export class WorkspacesApi extends Resource {
  /**
   * Make a workspace.
   *
   * You own it. The operator of the server says how many a person may own (WORKSPACES_PER_PERSON).
   *
   * `POST /app/workspaces` (createWorkspace)
   */
  async create(body: CreateWorkspaceInput, options?: RequestOptions): Promise<Workspace> {
    return this.transport.send({ method: 'POST', path: '/app/workspaces', body, repeat: 'never' }, options)
  }

  /**
   * Get a workspace with its settings.
   *
   * Needs the role `viewer` in the workspace, or a higher one.
   *
   * `GET /app/workspaces/{workspace}` (getWorkspace)
   */
  async get(workspace: string, options?: RequestOptions): Promise<Workspace> {
    return this.transport.send({ method: 'GET', path: path`/app/workspaces/${workspace}` }, options)
  }

  /**
   * Rename a workspace, or change its settings.
   *
   * Fields that are left out stay as they are.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * `PATCH /app/workspaces/{workspace}` (updateWorkspace)
   */
  async update(workspace: string, body: UpdateWorkspaceInput, options?: RequestOptions): Promise<Workspace> {
    return this.transport.send(
      { method: 'PATCH', path: path`/app/workspaces/${workspace}`, body, repeat: 'never' },
      options,
    )
  }
}

/** Every operation of the session API below `/app`. */
export class AppApiClient extends Resource {
  readonly authorizations: AuthorizationsApi
  readonly calendarAddresses: CalendarAddressesApi
  readonly connectAttempts: ConnectAttemptsApi
  readonly exports: ExportsApi
  readonly identities: IdentitiesApi
  readonly invitations: InvitationsApi
  readonly keys: KeysApi
  readonly members: MembersApi
  readonly notificationChoices: NotificationChoicesApi
  readonly notifications: NotificationsApi
  readonly passkeys: PasskeysApi
  readonly posts: PostsApi
  readonly programs: ProgramsApi
  readonly sessions: SessionsApi
  readonly workspaces: WorkspacesApi

  constructor(transport: Transport) {
    super(transport)
    this.authorizations = new AuthorizationsApi(transport)
    this.calendarAddresses = new CalendarAddressesApi(transport)
    this.connectAttempts = new ConnectAttemptsApi(transport)
    this.exports = new ExportsApi(transport)
    this.identities = new IdentitiesApi(transport)
    this.invitations = new InvitationsApi(transport)
    this.keys = new KeysApi(transport)
    this.members = new MembersApi(transport)
    this.notificationChoices = new NotificationChoicesApi(transport)
    this.notifications = new NotificationsApi(transport)
    this.passkeys = new PasskeysApi(transport)
    this.posts = new PostsApi(transport)
    this.programs = new ProgramsApi(transport)
    this.sessions = new SessionsApi(transport)
    this.workspaces = new WorkspacesApi(transport)
  }

  /**
   * Ask whether the server waits for its first owner.
   *
   * `GET /app/setup` (getSetup)
   */
  async getSetup(options?: RequestOptions): Promise<GetSetupResult> {
    return this.transport.send({ method: 'GET', path: '/app/setup' }, options)
  }

  /**
   * Become the first owner.
   *
   * Happens once, and signs the owner in. It needs the token that the server printed at its start, unless the browser runs on the same machine and only that machine reaches the server.
   *
   * `POST /app/setup` (setUp)
   */
  async setUp(body: SetUpInput, options?: RequestOptions): Promise<Person> {
    return this.transport.send({ method: 'POST', path: '/app/setup', body, repeat: 'never' }, options)
  }

  /**
   * Sign in by password.
   *
   * Sets the cookie of a new session, whatever cookie was sent. A session ends after a week without use, and after thirty days. Somebody with a second factor gets no session yet but 401 `second_factor_needed` with a `challenge`.
   *
   * `POST /app/sign-in` (signIn)
   */
  async signIn(body: SignInInput, options?: RequestOptions): Promise<Person> {
    return this.transport.send({ method: 'POST', path: '/app/sign-in', body, repeat: 'never' }, options)
  }

  /**
   * Ask how one can sign in here.
   *
   * `GET /app/sign-in` (listWaysIn)
   */
  async listWaysIn(options?: RequestOptions): Promise<WaysIn> {
    return this.transport.send({ method: 'GET', path: '/app/sign-in' }, options)
  }

  /**
   * End this session.
   *
   * `POST /app/sign-out` (signOut)
   */
  async signOut(options?: RequestOptions): Promise<SignOutResult> {
    return this.transport.send({ method: 'POST', path: '/app/sign-out', repeat: 'never' }, options)
  }

  /**
   * Get the person who is signed in, with their workspaces and roles.
   *
   * `GET /app/me` (getPerson)
   */
  async getPerson(options?: RequestOptions): Promise<Person> {
    return this.transport.send({ method: 'GET', path: '/app/me' }, options)
  }

  /**
   * Change your name, your language, or the keys of the app.
   *
   * Fields that are left out stay as they are.
   *
   * `PATCH /app/me` (updatePerson)
   */
  async updatePerson(body: UpdatePersonInput, options?: RequestOptions): Promise<Person> {
    return this.transport.send({ method: 'PATCH', path: '/app/me', body, repeat: 'never' }, options)
  }

  /**
   * List your last hundred sign-ins and changes of your own security, newest first.
   *
   * Sign-ins that failed are among them.
   *
   * `GET /app/me/activity` (listOwnActivity)
   */
  async listOwnActivity(options?: RequestOptions): Promise<ListOwnActivityResult> {
    return this.transport.send({ method: 'GET', path: '/app/me/activity' }, options)
  }

  /**
   * Show once more that it is you.
   *
   * For ten minutes you may then do what asks for it, such as making an API key. The session gets a new cookie, so a copy of the old one is worth nothing. Somebody with a second factor gives a code of their app or a recovery code too, each good once, or uses a passkey instead. Somebody who has a second factor and no password gives the code alone.
   *
   * `POST /app/proof` (prove)
   */
  async prove(body: ProveInput, options?: RequestOptions): Promise<ProveResult> {
    return this.transport.send({ method: 'POST', path: '/app/proof', body, repeat: 'never' }, options)
  }

  /**
   * Change your password.
   *
   * Every other session of yours ends, this one gets a new cookie, and a mail tells you of it. Somebody who has no password yet leaves the current one out, and needs a fresh proof; so does somebody with a second factor.
   *
   * `POST /app/password` (changePassword)
   */
  async changePassword(body: ChangePasswordInput, options?: RequestOptions): Promise<ChangePasswordResult> {
    return this.transport.send({ method: 'POST', path: '/app/password', body, repeat: 'never' }, options)
  }

  /**
   * Make an account.
   *
   * Where the operator lets everybody in (SIGNUP=open). You get a workspace of your own.
   *
   * `POST /app/sign-up` (signUp)
   */
  async signUp(body: SignUpInput, options?: RequestOptions): Promise<Person> {
    return this.transport.send({ method: 'POST', path: '/app/sign-up', body, repeat: 'never' }, options)
  }

  /**
   * Finish a sign-in with a code.
   *
   * After the problem `second_factor_needed`, whose `challenge` is good for five minutes and five tries. The code is one of the app or a recovery code, each good once.
   *
   * `POST /app/sign-in/second-factor` (answerSecondFactor)
   */
  async answerSecondFactor(body: AnswerSecondFactorInput, options?: RequestOptions): Promise<Person> {
    return this.transport.send(
      { method: 'POST', path: '/app/sign-in/second-factor', body, repeat: 'never' },
      options,
    )
  }

  /**
   * Ask for what the browser needs to sign in by a passkey.
   *
   * It is good for five minutes. No address has to be typed.
   *
   * `POST /app/sign-in/passkey/begin` (beginPasskeySignIn)
   */
  async beginPasskeySignIn(options?: RequestOptions): Promise<BeginPasskeySignInResult> {
    return this.transport.send(
      { method: 'POST', path: '/app/sign-in/passkey/begin', repeat: 'never' },
      options,
    )
  }

  /**
   * Sign in by a passkey.
   *
   * The device has verified its person, so no second factor is asked for.
   *
   * `POST /app/sign-in/passkey` (signInByPasskey)
   */
  async signInByPasskey(body: SignInByPasskeyInput, options?: RequestOptions): Promise<Person> {
    return this.transport.send(
      { method: 'POST', path: '/app/sign-in/passkey', body, repeat: 'never' },
      options,
    )
  }

  /**
   * Begin a sign-in at the identity provider.
   *
   * Sets a cookie, with which the browser is known again when it comes back to `/app/oidc/callback` within ten minutes. From there it is sent to the app: signed in to `/`, or to `/sign-in?problem=…` with the code of a problem, and for `second_factor_needed` with `#challenge=…`. With `to` it is sent to `/sign-in?to=…` in both cases, where the app goes on to that page. Where the provider does not say that it asked its person within the last ten minutes, the session begins without a fresh proof.
   *
   * `POST /app/oidc/begin` (beginOidcSignIn)
   */
  async beginOidcSignIn(body: BeginOidcSignInInput, options?: RequestOptions): Promise<OidcTrip> {
    return this.transport.send({ method: 'POST', path: '/app/oidc/begin', body, repeat: 'never' }, options)
  }

  /**
   * Begin to join an identity of the identity provider to your account.
   *
   * The browser comes back to `/settings/security`, or to `/sign-in?problem=…` if it failed.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/oidc/link` (beginOidcLink)
   */
  async beginOidcLink(options?: RequestOptions): Promise<OidcTrip> {
    return this.transport.send({ method: 'POST', path: '/app/oidc/link', repeat: 'never' }, options)
  }

  /**
   * Ask for what the browser needs to show by a passkey that it is you.
   *
   * `POST /app/proof/passkey/begin` (beginPasskeyProof)
   */
  async beginPasskeyProof(options?: RequestOptions): Promise<BeginPasskeyProofResult> {
    return this.transport.send({ method: 'POST', path: '/app/proof/passkey/begin', repeat: 'never' }, options)
  }

  /**
   * Show by a passkey that it is you.
   *
   * For ten minutes you may then do what asks for it. The session gets a new cookie.
   *
   * `POST /app/proof/passkey` (proveByPasskey)
   */
  async proveByPasskey(body: ProveByPasskeyInput, options?: RequestOptions): Promise<ProveByPasskeyResult> {
    return this.transport.send({ method: 'POST', path: '/app/proof/passkey', body, repeat: 'never' }, options)
  }

  /**
   * Get what you can sign in with.
   *
   * `GET /app/security` (getSecurity)
   */
  async getSecurity(options?: RequestOptions): Promise<Security> {
    return this.transport.send({ method: 'GET', path: '/app/security' }, options)
  }

  /**
   * Get a secret for an app that shows codes.
   *
   * It is shown this once, and changes nothing until a code of the app confirms it.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/two-factor/begin` (beginTwoFactor)
   */
  async beginTwoFactor(options?: RequestOptions): Promise<TotpSetup> {
    return this.transport.send({ method: 'POST', path: '/app/two-factor/begin', repeat: 'never' }, options)
  }

  /**
   * Turn the second factor on.
   *
   * A code of the app shows that it has the secret. Every other session of yours ends, and this one gets a new cookie.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/two-factor` (turnOnTwoFactor)
   */
  async turnOnTwoFactor(body: TurnOnTwoFactorInput, options?: RequestOptions): Promise<RecoveryCodes> {
    return this.transport.send({ method: 'POST', path: '/app/two-factor', body, repeat: 'never' }, options)
  }

  /**
   * Turn the second factor off.
   *
   * The recovery codes are forgotten too. Every other session of yours ends, and this one gets a new cookie.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `DELETE /app/two-factor` (turnOffTwoFactor)
   */
  async turnOffTwoFactor(options?: RequestOptions): Promise<TurnOffTwoFactorResult> {
    return this.transport.send({ method: 'DELETE', path: '/app/two-factor', repeat: 'never' }, options)
  }

  /**
   * Make ten new recovery codes.
   *
   * The old ones are worth nothing from then on. Every other session of yours ends, and this one gets a new cookie.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/two-factor/recovery-codes` (renewRecoveryCodes)
   */
  async renewRecoveryCodes(options?: RequestOptions): Promise<RecoveryCodes> {
    return this.transport.send(
      { method: 'POST', path: '/app/two-factor/recovery-codes', repeat: 'never' },
      options,
    )
  }

  /**
   * Change the time zone of a workspace.
   *
   * Planned posts keep the time that the clock shows (`clock`) or their moment (`moment`). Slots of the queue keep their clock times in either case, and published posts do not change. With `dry_run` nothing is changed, and the answer is the one that the change would give. `undo` alone takes a change back: posts get the very times that they had.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * `PATCH /app/workspaces/{workspace}/time-zone` (changeTimeZone)
   */
  async changeTimeZone(
    workspace: string,
    body: ChangeTimeZoneInput,
    options?: RequestOptions,
  ): Promise<ChangedTimeZone> {
    return this.transport.send(
      { method: 'PATCH', path: path`/app/workspaces/${workspace}/time-zone`, body, repeat: 'never' },
      options,
    )
  }

  /**
   * Make another member the owner in your place.
   *
   * At once: the member owns the workspace, and you become an admin.
   *
   * Needs the role `owner` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/ownership` (transferOwnership)
   */
  async transferOwnership(
    workspace: string,
    body: TransferOwnershipInput,
    options?: RequestOptions,
  ): Promise<TransferOwnershipResult> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/ownership`, body, repeat: 'never' },
      options,
    )
  }

  /**
   * Delete a workspace.
   *
   * Nothing of it is published from then on, and its keys stop. For seven days it can be restored; then its accounts are revoked at their networks and all its data are deleted. With `at_once` that begins now. Its owners are told by mail, and the server keeps who did it. A workspace that was deleted already may still be deleted at once.
   *
   * Needs the role `owner` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/deletion` (deleteWorkspace)
   */
  async deleteWorkspace(
    workspace: string,
    body: DeleteWorkspaceInput,
    options?: RequestOptions,
  ): Promise<Workspace> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/deletion`, body, repeat: 'never' },
      options,
    )
  }

  /**
   * Restore a workspace that was deleted.
   *
   * Its keys work again. Posts that came due meanwhile go out, or need review where their time was missed. Open connect links do not come back.
   *
   * Needs the role `owner` in the workspace, or a higher one.
   *
   * `DELETE /app/workspaces/{workspace}/deletion` (restoreWorkspace)
   */
  async restoreWorkspace(workspace: string, options?: RequestOptions): Promise<Workspace> {
    return this.transport.send(
      { method: 'DELETE', path: path`/app/workspaces/${workspace}/deletion`, repeat: 'never' },
      options,
    )
  }

  /**
   * Ask for a link to set a new password.
   *
   * The answer does not say whether anybody has the address. If somebody has, a link is mailed; without a mail server the log tells the operator how to make one.
   *
   * `POST /app/password-reset` (requestPasswordReset)
   */
  async requestPasswordReset(
    body: RequestPasswordResetInput,
    options?: RequestOptions,
  ): Promise<RequestPasswordResetResult> {
    return this.transport.send(
      { method: 'POST', path: '/app/password-reset', body, repeat: 'never' },
      options,
    )
  }

  /**
   * Ask whose password a link sets.
   *
   * `POST /app/password-reset/read` (readPasswordReset)
   */
  async readPasswordReset(
    body: ReadPasswordResetInput,
    options?: RequestOptions,
  ): Promise<ReadPasswordResetResult> {
    return this.transport.send(
      { method: 'POST', path: '/app/password-reset/read', body, repeat: 'never' },
      options,
    )
  }

  /**
   * Set a new password by the secret of a link.
   *
   * The link works once. Every session of the person ends, and nobody is signed in.
   *
   * `POST /app/password-reset/finish` (setNewPassword)
   */
  async setNewPassword(body: SetNewPasswordInput, options?: RequestOptions): Promise<SetNewPasswordResult> {
    return this.transport.send(
      { method: 'POST', path: '/app/password-reset/finish', body, repeat: 'never' },
      options,
    )
  }

  /**
   * Read the posts behind a review link.
   *
   * `POST /app/review/read` (readReview)
   */
  async readReview(body: ReadReviewInput, options?: RequestOptions): Promise<Review> {
    return this.transport.send({ method: 'POST', path: '/app/review/read', body, repeat: 'never' }, options)
  }

  /**
   * Approve a post by a review link.
   *
   * The post goes out at its time. One whose time has passed is not approved.
   *
   * `POST /app/review/approve` (approveInReview)
   */
  async approveInReview(
    body: ApproveInReviewInput,
    options?: RequestOptions,
  ): Promise<ApproveInReviewResult> {
    return this.transport.send(
      { method: 'POST', path: '/app/review/approve', body, repeat: 'never' },
      options,
    )
  }

  /**
   * Ask for changes of a post by a review link.
   *
   * The post is a draft again, with the comment.
   *
   * `POST /app/review/return` (returnInReview)
   */
  async returnInReview(body: ReturnInReviewInput, options?: RequestOptions): Promise<ReturnInReviewResult> {
    return this.transport.send({ method: 'POST', path: '/app/review/return', body, repeat: 'never' }, options)
  }

  /**
   * List the networks that ask for an app of the operator.
   *
   * For the person who set the server up. A secret is never shown again.
   *
   * `GET /app/instance/networks` (listInstanceNetworks)
   */
  async listInstanceNetworks(options?: RequestOptions): Promise<ListInstanceNetworksResult> {
    return this.transport.send({ method: 'GET', path: '/app/instance/networks' }, options)
  }

  /**
   * Set the app at a network.
   *
   * All fields at once, as the schema `fields` says; they are kept sealed. It counts from the next call of the network on.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `PUT /app/instance/networks/{platform}` (setInstanceNetwork)
   */
  async setInstanceNetwork(
    platform: string,
    body: SetInstanceNetworkInput,
    options?: RequestOptions,
  ): Promise<InstanceNetwork> {
    return this.transport.send(
      { method: 'PUT', path: path`/app/instance/networks/${platform}`, body, repeat: 'never' },
      options,
    )
  }

  /**
   * Remove the app at a network.
   *
   * Accounts stay connected, and cannot renew their access before an app is set again.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `DELETE /app/instance/networks/{platform}` (removeInstanceNetwork)
   */
  async removeInstanceNetwork(
    platform: string,
    options?: RequestOptions,
  ): Promise<RemoveInstanceNetworkResult> {
    return this.transport.send(
      { method: 'DELETE', path: path`/app/instance/networks/${platform}`, repeat: 'never' },
      options,
    )
  }

  /**
   * Get what a workspace pays, and whether that is paid.
   *
   * As Stripe told it last.
   *
   * Needs the role `admin` in the workspace, or a higher one.
   *
   * `GET /app/workspaces/{workspace}/billing` (getBilling)
   */
  async getBilling(workspace: string, options?: RequestOptions): Promise<Billing> {
    return this.transport.send({ method: 'GET', path: path`/app/workspaces/${workspace}/billing` }, options)
  }

  /**
   * Begin to pay for a workspace.
   *
   * Answers the address of a page at Stripe, the same one until it was used or is a day old. The workspace is active when Stripe says so, which `getBilling` tells.
   *
   * Needs the role `owner` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/billing/checkout` (beginCheckout)
   */
  async beginCheckout(workspace: string, options?: RequestOptions): Promise<StripePage> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/billing/checkout`, repeat: 'never' },
      options,
    )
  }

  /**
   * Look after the subscription at Stripe.
   *
   * Answers the address of a page at Stripe, good for some minutes, where the card is changed, invoices are read and the subscription is ended.
   *
   * Needs the role `owner` in the workspace, or a higher one.
   *
   * Needs a proof of who you are that is at most ten minutes old.
   *
   * `POST /app/workspaces/{workspace}/billing/portal` (openBillingPortal)
   */
  async openBillingPortal(workspace: string, options?: RequestOptions): Promise<StripePage> {
    return this.transport.send(
      { method: 'POST', path: path`/app/workspaces/${workspace}/billing/portal`, repeat: 'never' },
      options,
    )
  }
}
