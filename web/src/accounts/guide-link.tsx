import type { Platform } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'

/** Leads to the guide of a network, in another tab: what one fills in here may come from there. */
export function GuideLink({ platform: { name, guide_url: url } }: { readonly platform: Platform }) {
  const { t } = useLingui()
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {t`Guide for ${name}`}
    </a>
  )
}
