import type { House } from '../house.ts'

/** Makes a recurrence on the account, and answers it. */
export async function makeRecurrence(house: House, account: string, more: object = {}) {
  const body = {
    caption: 'words',
    social_accounts: [account],
    rule: { unit: 'month', days: [1], times: ['09:00'] },
    ...more,
  }
  const { status, json, text } = await house.request('POST', '/v1/recurrences', { body })
  if (status !== 200) throw new Error(text)
  return json
}
