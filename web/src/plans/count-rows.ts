import { plural } from '@lingui/core/macro'

/** "41 rows" */
export const countRows = (count: number): string => plural(count, { one: '# row', other: '# rows' })

/** "41 posts" */
export const countPosts = (count: number): string => plural(count, { one: '# post', other: '# posts' })
