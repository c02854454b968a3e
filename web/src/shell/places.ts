import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  type Icon,
  IconBell,
  IconCalendar,
  IconChartBar,
  IconFlask,
  IconKey,
  IconListDetails,
  IconPencil,
  IconPhoto,
  IconRepeat,
  IconRss,
  IconSettings,
  IconTerminal2,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { Role } from '../session/session.ts'

/** A place in the side bar. */
export interface Place {
  readonly to: string
  readonly label: MessageDescriptor
  readonly icon: Icon
  /** The key after G that goes there. */
  readonly key?: string
  /** Nobody below this role sees it; what one may do later is shown and says why not now. */
  readonly least?: Role
}

export const workPlaces: readonly Place[] = [
  { to: '/calendar', label: msg`Calendar`, icon: IconCalendar, key: 'c' },
  { to: '/needs-you', label: msg`Needs you`, icon: IconBell, key: 'n' },
  { to: '/drafts', label: msg`Drafts`, icon: IconPencil, key: 'd' },
  { to: '/library', label: msg`Media`, icon: IconPhoto, key: 'm' },
  { to: '/accounts', label: msg`Accounts`, icon: IconUsers, key: 'a' },
  { to: '/queue', label: msg`Queue`, icon: IconListDetails, key: 'q' },
  { to: '/feeds', label: msg`Feeds`, icon: IconRss, key: 'f' },
  { to: '/recurrences', label: msg`Repeating`, icon: IconRepeat, key: 'r' },
  { to: '/analytics', label: msg`Analytics`, icon: IconChartBar, key: 'y' },
]

export const buildPlaces: readonly Place[] = [
  { to: '/settings/api-keys', label: msg`API keys`, icon: IconKey, key: 'k', least: 'admin' },
  { to: '/build/webhooks', label: msg`Webhooks`, icon: IconWebhook, key: 'w', least: 'admin' },
  { to: '/build/playground', label: msg`Playground`, icon: IconTerminal2, key: 'p' },
  { to: '/build/sandbox', label: msg`Sandbox`, icon: IconFlask, key: 's' },
]

export const settingsPlace: Place = { to: '/settings', label: msg`Settings`, icon: IconSettings, key: 't' }
