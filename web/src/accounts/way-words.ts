import type { Platform } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { humanize } from '../schema-form/read-schema.ts'
import { useServerWords } from '../schema-form/server-words.ts'

export type Way = Platform['ways'][number]

/** The name of a way to sign in at a network, for people. The only page to sign in on needs no name of its own. */
export function useWayName({ name: network, ways }: Platform): (way: Way) => string {
  const { t } = useLingui()
  const say = useServerWords()
  const pages = ways.filter(({ kind }) => kind === 'redirect').length
  return ({ way, kind }) => {
    if (way === 'oauth' || (kind === 'redirect' && pages === 1)) return t`Sign in at ${network}`
    const name = humanize(way)
    const words = say(name)
    if (kind === 'redirect') return words
    // Languages other than English write a noun inside of a sentence as they write it alone.
    return t`With ${words === name ? name.toLowerCase() : words}`
  }
}
