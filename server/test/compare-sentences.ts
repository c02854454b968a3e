import { expect } from 'vitest'
import { Sentence } from '../src/lib/text/sentence.ts'

// A sentence equals its English, so that tests name what a person reads.
expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (one instanceof Sentence && typeof other === 'string') return String(one) === other
    if (other instanceof Sentence && typeof one === 'string') return String(other) === one
    return undefined
  },
])
