import type { AuditEntry } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNamedAccounts, usePlatformsByName } from '../../data/accounts.ts'
import { usePeople } from '../../data/people.ts'
import { weekdays } from '../../pages/queue/queue-queries.ts'
import { useClock, useWeekdayNames } from '../../pages/queue/use-weekday-names.ts'
import { useRoleWords } from '../../session/role-words.ts'
import { type Role, useSession } from '../../session/session.ts'
import { endpointsQuery } from '../../webhooks/webhook-queries.ts'
import { keysQuery } from '../api-keys/key-queries.ts'

/** The thing that something was done to. */
export interface Subject {
  /** Null where the words of the action say it all. */
  readonly name: string | null
  /** Its page; null where there is none, or the thing is gone. */
  readonly to: string | null
  /** The value that it got, such as a role. */
  readonly note: string | null
}

type Find = (id: string, entry: AuditEntry) => Partial<Subject>

const nothing: Subject = { name: null, to: null, note: null }

/** Names the things of entries by what the app knows of them already: nothing is asked for an entry alone. */
export function useSubjects(): (entry: AuditEntry) => Subject {
  const finders: Readonly<Record<string, Find>> = {
    ...usePeopleFinders(),
    ...useAccountFinders(),
    ...usePostFinders(),
    ...useBuildFinders(),
  }
  return (entry) => {
    const { kind, id } = entry.subject
    const find = Object.hasOwn(finders, kind) ? finders[kind] : undefined
    // A kind that this app does not know has its id at least.
    if (find === undefined) return { ...nothing, name: id }
    return { ...nothing, ...find(id ?? '', entry) }
  }
}

function usePeopleFinders(): Readonly<Record<string, Find>> {
  const { t } = useLingui()
  const people = usePeople()
  const roleWords = useRoleWords()
  const roleOf = ({ details: { role } }: AuditEntry) =>
    typeof role === 'string' && role in roleWords ? roleWords[role as Role].name : null
  const person: Find = (id, entry) => {
    const isOneself = id === '' || id === entry.actor.id
    const member = people?.get(id)
    const gone = people === undefined ? '…' : t`Somebody who left`
    return {
      name: isOneself ? null : member ? member.name || member.email : gone,
      to: isOneself || member === undefined ? null : '/settings/team',
      note: roleOf(entry),
    }
  }
  return {
    person,
    member: person,
    invitation: (_id, entry) => ({ name: textIn(entry, 'email'), note: roleOf(entry) }),
    workspace: (_id, entry) => ({
      name: textIn(entry, 'name') ?? t`Workspace`,
      note: textIn(entry, 'timezone'),
      to: '/settings/workspace',
    }),
    export: () => ({ name: t`Workspace`, to: '/settings/workspace' }),
    subscription: (_id, entry) => ({ name: textIn(entry, 'subscription') }),
  }
}

function useAccountFinders(): Readonly<Record<string, Find>> {
  const { t } = useLingui()
  const named = useNamedAccounts()
  const platforms = usePlatformsByName()
  const slotWords = useSlotWords()
  const platform: Find = (id, entry) => {
    const name = textIn(entry, 'platform') ?? (id === '' ? null : id)
    return { name: name === null ? null : (platforms.get(name)?.name ?? name) }
  }
  const account: Find = (id, entry) => {
    const { account: known, handle, network } = named(id, textIn(entry, 'platform') ?? undefined)
    if (known !== null) return { name: `${handle} · ${network}`, to: `/accounts/${id}` }
    return { name: network === '…' ? t`An account that is gone` : network }
  }
  const ofDetails: Find = (_id, entry) => {
    const id = textIn(entry, 'social_account_id')
    return id === null ? {} : account(id, entry)
  }
  return {
    account,
    platform_app: platform,
    publishing: platform,
    connect_attempt: (_id, entry) => ({ name: platform('', entry).name ?? null }),
    connect_link: (_id, entry) => ({ ...ofDetails('', entry) }),
    review_link: (_id, entry) => ({ name: textIn(entry, 'recipient'), to: '/settings/review-links' }),
    queue: (id, entry) => ({ name: t`Queue`, to: '/queue', ...ofDetails(id, entry) }),
    queue_slot: (_id, entry) => ({ name: slotWords(entry) ?? t`Queue`, to: '/queue' }),
  }
}

function usePostFinders(): Readonly<Record<string, Find>> {
  const { t } = useLingui()
  const isGone = ({ action }: AuditEntry) => action.endsWith('.delete')
  return {
    post: (id, entry) => ({ name: t`Post ${endOf(id)}`, to: isGone(entry) ? null : `/posts/${id}` }),
    recurrence: (id, entry) => ({
      name: t`What repeats ${endOf(id)}`,
      to: isGone(entry) ? null : '/recurrences',
    }),
    saved_text: (_id, entry) => ({
      name: textIn(entry, 'name') ?? t`Saved text`,
      to: '/settings/saved-texts',
    }),
    post_result: (id) => ({ name: t`Result ${endOf(id)}` }),
    medium: (id, entry) => ({ name: t`File ${endOf(id)}`, to: isGone(entry) ? null : `/library/${id}` }),
  }
}

function useBuildFinders(): Readonly<Record<string, Find>> {
  const { t } = useLingui()
  const session = useSession()
  const { data: keys } = useQuery(keysQuery(session))
  const { data: endpoints } = useQuery(endpointsQuery(session))
  return {
    key: (id, entry) => {
      const key = keys?.find((each) => each.id === id)
      if (key === undefined) return { name: textIn(entry, 'name') }
      return { name: key.name, note: `crier_${key.mode}_…${key.last4}`, to: '/settings/api-keys' }
    },
    program: (_id, entry) => ({
      name: textIn(entry, 'name') ?? hostIn(entry, 'redirect_uri'),
      to: '/settings/api-keys',
    }),
    calendar_address: (_id, entry) => ({ name: textIn(entry, 'name') }),
    feed: (id, entry) => ({
      name: t`Feed ${endOf(id)}`,
      to: entry.action === 'feed.delete' ? null : `/feeds/${id}`,
    }),
    webhook_endpoint: (id) => {
      const endpoint = endpoints?.find((each) => each.id === id)
      if (endpoint === undefined) return { name: t`Endpoint ${endOf(id)}` }
      return { name: endpoint.url, to: `/build/webhooks/${id}` }
    },
    test_clock: () => ({ name: t`Sandbox`, to: '/build/sandbox' }),
  }
}

/** A detail that is a text and was not hidden. */
function textIn({ details }: AuditEntry, name: string): string | null {
  const value = details[name]
  return typeof value === 'string' && value !== '' && value !== 'hidden' ? value : null
}

/** The host of a detail that is an address. */
function hostIn(entry: AuditEntry, name: string): string | null {
  return URL.parse(textIn(entry, name) ?? '')?.host ?? null
}

/** Writes a slot such as “Mon, Wed 09:00”; null where its time was not sent. */
function useSlotWords(): (entry: AuditEntry) => string | null {
  const names = useWeekdayNames()
  const clock = useClock()
  return ({ details: { weekdays: sent, time } }) => {
    if (typeof time !== 'string' || !/^\d\d:\d\d$/.test(time)) return null
    const days = Array.isArray(sent) ? weekdays.filter((day) => sent.includes(day)) : []
    return [days.map((day) => names[day].short).join(', '), clock(time)].join(' ').trim()
  }
}

/** The end of an id, which tells things of one kind apart: ids of the same day begin alike. */
function endOf(id: string): string {
  return `…${id.slice(-6)}`
}
