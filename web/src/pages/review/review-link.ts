import type { Review } from '@crier/sdk/app'
import { keep, readKept } from '../../boot/kept.ts'

export type ReviewedPost = Review['posts'][number]
export type ReviewedAccount = ReviewedPost['accounts'][number]
export type ReviewedMedium = ReviewedAccount['parts'][number]['media'][number]

const nameAt = 'crier-reviewer'

/** The name under which somebody decides on this device; empty before they typed one. */
export const readReviewer = () => readKept(nameAt) ?? ''

/** Has this device remember the name. */
export const keepReviewer = (name: string) => keep(nameAt, name)

/** The secret of the link, which stands behind the sign from which no browser sends anything. */
export const readSecret = () => location.hash.slice(1)
