import type { CrierClient, Platform, SocialAccount } from '@crier/sdk'

/** The account on which a newcomer tries everything, with what its network allows. */
export interface PracticeAccount {
  readonly account: SocialAccount
  readonly platforms: readonly Platform[]
}

/** Writes a moment as a clock shows it, with its seconds: `14:30:02`. */
export type Clock = (at: string) => string

/** Connects an account of the simulated network: that is the platform whose accounts have behaviours. */
export async function connectPracticeAccount(api: CrierClient, email: string): Promise<PracticeAccount> {
  const { data: platforms } = await api.platforms.list({ limit: 100 }).page()
  const simulated = platforms.find(({ behavior }) => behavior !== null)
  const way = simulated?.ways.find(({ kind }) => kind === 'form')
  if (simulated === undefined || way === undefined) throw new Error('This server has no simulated network.')
  const name = email.split('@')[0] ?? email
  const attempt = await api.socialAccounts.connect({
    platform: simulated.platform,
    way: way.way,
    fields: { name },
  })
  const [id] = attempt.social_accounts
  if (id === undefined) throw new Error('The practice account was not connected.')
  return { account: await api.socialAccounts.get(id), platforms }
}
