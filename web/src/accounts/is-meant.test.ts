import type { SocialAccount } from '@crier/sdk'
import { expect, test } from 'vitest'
import { isMeant } from './is-meant.ts'

const account = {
  username: 'old-harbour',
  display_name: 'Bäckerei',
  tags: ['Küste'],
} as unknown as SocialAccount

test('an account is meant by its handle, its name or a group, whatever the case and the accents', () => {
  for (const text of ['', ' ', '@old', 'HARBOUR', 'back', 'bäck', 'kuste'])
    expect(isMeant(account, text)).toBe(true)
  for (const text of ['new', 'bakery']) expect(isMeant(account, text)).toBe(false)
})
