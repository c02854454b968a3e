import Type from 'typebox'
import { type LatePolicy, latePolicies } from '../publishing/target.ts'

const limited = Object.entries(latePolicies).flatMap(([name, limit]) => (limit === null ? [] : [name]))

/** The late policies that end. A recurrence takes no other: after a long stop, all its posts would go out at once. */
export const LatePolicyLimit = Type.Unsafe<Exclude<LatePolicy, 'publish_always'>>({
  type: 'string',
  enum: limited,
  description:
    'How late a post may still be published if its time was missed; `publish_24h` by default. After that, the result needs review.',
})
