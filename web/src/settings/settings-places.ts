import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  type Icon,
  IconBell,
  IconBuilding,
  IconCreditCard,
  IconEyeCheck,
  IconHistory,
  IconKey,
  IconLock,
  IconPlugConnected,
  IconShare2,
  IconTextPlus,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { isAtLeast, type Role, type Session } from '../session/session.ts'

/** A page of the settings. */
export interface SettingsPlace {
  readonly to: string
  readonly label: MessageDescriptor
  readonly words: MessageDescriptor
  readonly icon: Icon
  /** Nobody below this role sees it. */
  readonly least?: Role
  /** Only where workspaces pay. */
  readonly isBilling?: true
}

/** The pages of a list that the person may open here. */
export function openPlaces(
  places: readonly SettingsPlace[],
  { person, workspace }: Pick<Session, 'person' | 'workspace'>,
): readonly SettingsPlace[] {
  return places.filter(
    ({ least, isBilling }) =>
      (least === undefined || isAtLeast(workspace.role, least)) && (!isBilling || person.has_billing),
  )
}

/** The pages about the person who is signed in, which follow them into every workspace. */
export const personPlaces: readonly SettingsPlace[] = [
  {
    to: '/settings/profile',
    label: msg`Profile`,
    words: msg`Your name, language, colours and keys`,
    icon: IconUser,
  },
  {
    to: '/settings/security',
    label: msg`Security`,
    words: msg`Password, passkeys, second factor, where you are signed in`,
    icon: IconLock,
  },
  {
    to: '/settings/notifications',
    label: msg`Notifications`,
    words: msg`What you are told of, in the app and by mail`,
    icon: IconBell,
  },
  {
    to: '/settings/sharing',
    label: msg`Sharing to Crier`,
    words: msg`From the phone's share sheet, and from any page of the web`,
    icon: IconShare2,
    least: 'author',
  },
]

/** The pages about the workspace. */
export const workspacePlaces: readonly SettingsPlace[] = [
  {
    to: '/settings/workspace',
    label: msg`Workspace`,
    words: msg`Name, time zone, approval, export, deletion`,
    icon: IconBuilding,
  },
  {
    to: '/settings/team',
    label: msg`Team`,
    words: msg`People, their roles, invitations`,
    icon: IconUsers,
  },
  {
    to: '/settings/saved-texts',
    label: msg`Saved texts`,
    words: msg`Hashtags, signatures and more, to put into posts`,
    icon: IconTextPlus,
  },
  {
    to: '/settings/review-links',
    label: msg`Review links`,
    words: msg`What clients see and approve, without an account`,
    icon: IconEyeCheck,
  },
  {
    to: '/settings/api-keys',
    label: msg`API keys`,
    words: msg`For programs that publish in this workspace`,
    icon: IconKey,
    least: 'admin',
  },
  {
    to: '/settings/billing',
    label: msg`Billing`,
    words: msg`The subscription, cards and invoices`,
    icon: IconCreditCard,
    least: 'admin',
    isBilling: true,
  },
  {
    to: '/settings/audit',
    label: msg`Audit log`,
    words: msg`Who did what, when and from where`,
    icon: IconHistory,
    least: 'admin',
  },
]

/** The pages about the server, for the person who set it up. */
export const serverPlaces: readonly SettingsPlace[] = [
  {
    to: '/settings/networks',
    label: msg`Networks`,
    words: msg`The apps of this server at the networks that ask for one`,
    icon: IconPlugConnected,
    least: 'owner',
  },
]
