import { useLingui } from '@lingui/react/macro'
import { Button } from './button.tsx'

interface OlderButtonProps {
  /** The words for its rows, such as "Older deliveries". */
  readonly label: string
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

/** Stands below a list, and reads on in it; nothing at its end. */
export function OlderButton({ label, list }: OlderButtonProps) {
  const { t } = useLingui()
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'center' }}
      aria-disabled={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? t`Reading…` : label}
    </Button>
  )
}
