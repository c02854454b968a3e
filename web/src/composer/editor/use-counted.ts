import type { Counting, SocialAccount } from '@crier/sdk'
import { useMemo } from 'react'
import { captionFor, hasOption, isSame, optionsFor, platformOf } from '../content.ts'
import { commentRules, type ServerCount } from '../counting/counting.ts'
import { everyone, type Findings, useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import type { CountedFor } from './text-field.tsx'

/** The names of the networks that have threads and first comments, among those that the variant is for. */
export function useTargets(): { thread: readonly string[]; comment: readonly string[] } {
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const accounts = useSlice(desk.content, (content) => content.accounts)
  const places = useSlice(desk.places, (each) => each)
  return useMemo(() => {
    const platforms = (variant === everyone ? accounts : [variant]).flatMap(
      (id) => platformOf(places, id) ?? [],
    )
    const having = (option: string) => [
      ...new Set(platforms.filter((each) => hasOption(each, option)).map(({ name }) => name)),
    ]
    return { thread: having('thread'), comment: having('first_comment') }
  }, [variant, accounts, places])
}

/** The accounts that publish what the variant says in this member, such as `caption`: one alone, or all that say nothing else there. */
function useSharers(member: string) {
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const places = useSlice(desk.places, (each) => each)
  const accounts = useSlice(desk.content, (content) => content.accounts)
  const own = useSlice(desk.content, (content) => content.own)
  const layers = useSlice(desk.content, (content) => content.platforms)
  const ids = useMemo(() => {
    if (variant !== everyone) return [variant]
    const layerOf = (id: string) => layers[platformOf(places, id)?.platform ?? '']
    return accounts.filter((id) => own[id]?.[member] === undefined && layerOf(id)?.[member] === undefined)
  }, [member, variant, places, accounts, own, layers])
  return { ids, places, own, layers }
}

type Group = Omit<CountedFor, 'key' | 'name'> & { readonly names: Set<string> }

/** Puts networks of one rule together. */
function listGroups(groups: ReadonlyMap<string, Group>): readonly CountedFor[] {
  return [...groups].map(([key, { names, ...group }]) => ({ key, name: [...names].join(', '), ...group }))
}

/** The rules by which one block is counted: those of every account that publishes it, each kind of rule once. */
export function useCounted(index: number): readonly CountedFor[] {
  const { ids, places, own, layers } = useSharers(index === 0 ? 'caption' : 'thread')
  const findings = useSlice(useDesk().findings, (each) => each)
  return useMemo(() => {
    const groups = new Map<string, Group>()
    for (const id of ids) {
      const account = places.accounts.get(id)
      const rules = account?.limits.text
      const platform = platformOf(places, id)
      if (account === undefined || rules === undefined) continue
      if (index > 0 && !hasOption(platform, 'thread')) continue
      const options = optionsFor(
        { own, platforms: layers } as Parameters<typeof optionsFor>[0],
        id,
        account.platform,
      )
      const counted = rules.fields
        .filter((field) => field.counts_with_text)
        .map(({ option }) => options[option])
      const key = JSON.stringify([rules, counted])
      const server = index === 0 ? countBy(findings, account, { rules, counted }) : null
      const group = groups.get(key) ?? { names: new Set(), rules, options, server }
      group.names.add(platform?.name ?? account.platform)
      groups.set(key, group)
    }
    return listGroups(groups)
  }, [index, ids, places, own, layers, findings])
}

/** The rules by which the first comment is counted, those of every account that writes it, each kind of rule once. */
export function useCommentCounted(): readonly CountedFor[] {
  const { ids, places } = useSharers('first_comment')
  return useMemo(() => {
    const groups = new Map<string, Group>()
    for (const id of ids) {
      const [text, platform] = [places.accounts.get(id)?.limits.text, platformOf(places, id)]
      if (text === undefined || platform === undefined || !hasOption(platform, 'first_comment')) continue
      const rules = commentRules(text, platform)
      const key = JSON.stringify(rules)
      const group = groups.get(key) ?? { names: new Set(), rules, options: {}, server: null }
      group.names.add(platform.name)
      groups.set(key, group)
    }
    return listGroups(groups)
  }, [ids, places])
}

interface Counted {
  readonly rules: Counting
  /** The words of options that count with the text. */
  readonly counted: readonly unknown[]
}

/** The count of the server for an account; null where it has none, or counted other words of the options with it. */
function countBy(
  { check, of }: Findings,
  { id, platform }: SocialAccount,
  { rules, counted }: Counted,
): ServerCount | null {
  const found = check?.accounts.find((each) => each.social_account_id === id)
  if (found === undefined || of === null) return null
  const options = optionsFor(of, id, platform)
  const before = rules.fields.filter((field) => field.counts_with_text).map(({ option }) => options[option])
  if (!isSame(before, counted)) return null
  const { count, max } = found.length
  const over = found.ranges.find(({ kind }) => kind === 'over')?.start ?? null
  return { text: captionFor(of, id, platform), count, max, over }
}
