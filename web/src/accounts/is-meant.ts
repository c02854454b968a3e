import type { SocialAccount } from '@crier/sdk'

/** Whether an account is meant by what was typed: its name, its handle or one of its groups has the words. */
export function isMeant({ username, display_name: name, tags }: SocialAccount, text: string): boolean {
  const wanted = plain(text.trim().replace(/^@/, ''))
  return [username, name ?? '', ...tags].some((each) => plain(each).includes(wanted))
}

/** Letters without case and accents: who types "backerei" means "Bäckerei". */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
