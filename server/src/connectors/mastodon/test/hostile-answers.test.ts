import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { mastodonConformance, variantNames } from './world.ts'

describeHostileAnswers(
  Object.fromEntries(variantNames.map((name) => [name, () => mastodonConformance(name)])),
)
