import { describeConformance } from '../../src/connectors/conformance.ts'
import { mastodonConformance, variantNames } from './mastodon-world.ts'

for (const variant of variantNames)
  describeConformance(`mastodon on ${variant}`, () => mastodonConformance(variant), { sideBySide: true })
