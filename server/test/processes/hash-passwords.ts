import { hashPassword } from '../../src/people/password.ts'

// As many at once as when everybody signs in at nine o'clock.
const before = process.memoryUsage.rss()
const hashes = await Promise.all(
  Array.from({ length: 16 }, (_, number) => hashPassword(`a password ${number}`)),
)
const mostMb = process.resourceUsage().maxRSS / 1_024 - before / 1_048_576
process.stdout.write(JSON.stringify({ hashes, mostMb }))
