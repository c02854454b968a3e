import { useLingui } from '@lingui/react/macro'
import { nameOfAgent } from './name-of-agent.ts'

/** “Firefox on Linux”, as a person would call a browser. */
export function useDeviceName(): (userAgent: string) => string {
  const { t } = useLingui()
  return (userAgent) => {
    const { browser, system } = nameOfAgent(userAgent)
    if (browser !== null && system !== null) return t`${browser} on ${system}`
    return browser ?? system ?? (userAgent === '' ? t`A browser` : userAgent.slice(0, 60))
  }
}
