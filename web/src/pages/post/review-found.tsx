import type { PostResult } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { webAddress } from '../../ui/web-address.ts'
import styles from './post.module.css'
import { useResolve } from './use-resolve.ts'

interface ReviewFoundProps {
  readonly result: PostResult
  readonly mayAnswer: boolean
}

/** The posts on the network that may be this one. Each can be named as the one. */
export function ReviewFound({ result, mayAnswer }: ReviewFoundProps) {
  const { t } = useLingui()
  const resolving = useResolve(result)
  const found = result.review?.found ?? []
  return (
    <div className={styles.foundPosts}>
      <p>{t`${plural(found.length, { one: 'We found # post like this one:', other: 'We found # posts like this one:' })}`}</p>
      <ul className={styles.found}>
        {found.map(({ id, url: given }) => {
          const url = webAddress(given)
          const isIt = resolving.isPending && resolving.variables.url === url
          return (
            <li key={id}>
              {url === null ? (
                <code>{given ?? id}</code>
              ) : (
                <a href={url} target="_blank" rel="noopener nofollow ugc">
                  {url}
                </a>
              )}
              {url !== null && mayAnswer && (
                <Button
                  variant="default"
                  aria-disabled={resolving.isPending}
                  onClick={() => resolving.isPending || resolving.mutate({ outcome: 'published', url })}
                >
                  {isIt ? t`Noting it…` : t`Use this one`}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {resolving.error !== null && <Fault error={resolving.error} />}
    </div>
  )
}
