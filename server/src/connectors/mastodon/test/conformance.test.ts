import { describeConformance } from '../../conformance/describe-conformance.ts'
import { mastodonConformance, variantNames } from './world.ts'

for (const variant of variantNames)
  describeConformance(`mastodon on ${variant}`, () => mastodonConformance(variant), { sideBySide: true })
