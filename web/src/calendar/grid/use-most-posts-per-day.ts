import { useMedia } from '../../ui/use-media.ts'

// In pixels: the bars around a month, the head of a day, and a post of one line. They follow month.module.css.
const [around, head, line] = [211, 31, 26]

/** The most posts that each day of a month shows, so that its weeks fit the window: two at least, and four at most. */
export function useMostPostsPerDay(weeks: number): 2 | 3 | 4 {
  const roomFor = (posts: number) => `(height >= ${around + weeks * (head + posts * line)}px)`
  const [hasThree, hasFour] = [useMedia(roomFor(3)), useMedia(roomFor(4))]
  if (hasFour) return 4
  return hasThree ? 3 : 2
}
