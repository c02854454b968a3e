import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useMedia } from '../../ui/use-media.ts'

export interface PostBeside {
  /** The post that is open beside the page; null where none is. */
  readonly id: string | null
  /** Opens a post: beside the page where there is room for both, as a page of its own elsewhere. */
  readonly open: (post: string) => void
  readonly close: () => void
}

/**
 * The post that is open over a page. Its address is that of the page of the post, so that a reload, a copied link and a narrow
 * window show that page; the page behind it keeps its own address.
 */
export function usePostBeside(home: '/calendar' | '/needs-you'): PostBeside {
  const navigate = useNavigate()
  const router = useRouter()
  const { post }: { post?: unknown } = useSearch({ strict: false })
  const hasRoom = useMedia('(width >= 1024px)')
  const id = typeof post === 'string' && post !== '' ? post : null
  const isOpen = id !== null
  const open = useCallback(
    (next: string) => {
      const page = { to: '/posts/$post', params: { post: next } } as const
      if (!hasRoom) return void navigate(page)
      void navigate({
        to: home,
        search: ((before: object) => ({ ...before, post: next })) as never,
        mask: { ...page, unmaskOnReload: true },
        // Another post takes the place of the one that is open, so that Back always closes.
        replace: isOpen,
        resetScroll: false,
      })
    },
    [navigate, home, hasRoom, isOpen],
  )
  const close = useCallback(() => {
    if (router.state.location.maskedLocation !== undefined) return router.history.back()
    const search = ({ post: _, ...rest }: { post?: string }) => rest
    void navigate({ to: home, search: search as never, replace: true, resetScroll: false })
  }, [router, navigate, home])
  useEffect(() => {
    if (id !== null && !hasRoom)
      void navigate({ to: '/posts/$post', params: { post: id }, replace: true, resetScroll: false })
  }, [id, hasRoom, navigate])
  return { id, open, close }
}
