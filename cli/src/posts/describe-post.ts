import type { ExpandedPost, Post, SocialAccount } from '@crier/sdk'
import { nameOf } from '@crier/sdk/plans'
import { alignFacts } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'
import { fullTime } from '../output/times.ts'
import { describeResult, statusWord } from './describe-result.ts'

/** Writes a post with all that people want to know of it. */
export function describePost(
  post: ExpandedPost,
  accounts: readonly SocialAccount[],
  zone: string,
  terminal: Terminal,
): string {
  const results = (post.results ?? []).flatMap((result) => describeResult(result, zone, terminal))
  const facts = alignFacts([
    ['Post', post.id],
    ['Status', statusWord(post.status, terminal)],
    ['Text', post.caption],
    ['Time', fullTime(post.scheduled_at, zone)],
    ['Created', fullTime(post.created_at, zone)],
    ['Author', post.author],
    ['Accounts', results.length > 0 ? results.join('\n') : namesOf(post, accounts).join('\n')],
    ['Media', post.media.join('\n')],
    ['Tags', post.tags.join(', ')],
    ['External id', post.external_id],
    [
      'Notes',
      Object.entries(post.metadata)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    ],
    ['Approval', approvalOf(post, zone)],
    ['Warnings', post.warnings.map(({ detail }) => detail).join('\n')],
  ])
  return facts.join('\n')
}

function approvalOf({ approval }: Post, zone: string): string | null {
  if (approval === null) return null
  const { state, by, at, comment, version } = approval
  return `${state} since ${fullTime(at, zone)}, by ${by}, version ${version}${comment === null ? '' : `\n${comment}`}`
}

/** The accounts of a post by their names, and by their ids where they are not known. */
function namesOf({ social_accounts: ids }: Post, accounts: readonly SocialAccount[]): string[] {
  return ids.map((id) => {
    const account = accounts.find((one) => one.id === id)
    return account === undefined ? id : nameOf(account)
  })
}

/** Says in a sentence what becomes of a post that was just saved. */
export function describeSaved(post: Post, accounts: readonly SocialAccount[], zone: string): string {
  const where = namesOf(post, accounts).join(', ')
  const at = fullTime(post.scheduled_at, zone)
  switch (post.status) {
    case 'draft':
      return `Post ${post.id} is saved as a draft for ${where}${at === null ? '' : `, planned for ${at}`}.`
    case 'scheduled':
      return `Post ${post.id} goes out at ${at ?? 'the times of its accounts'} on ${where}.`
    case 'processing':
      return `Post ${post.id} is being published on ${where}.`
    case 'held':
      return `Post ${post.id} for ${where} is held. Why: crier posts show ${post.id}`
    default:
      return `Post ${post.id} for ${where} is ${post.status}.`
  }
}
