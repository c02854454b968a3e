import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import { isAddress } from '../ui/web-address.ts'
import type { LinkCard } from './preview-data.ts'

/** A link that was pasted stands there whole. */
const pastedMs = 400
/** A link that grew by a letter is taken for whole once nobody has gone on with it for so long. */
const typedMs = 1_500
const hourMs = 3_600_000

/**
 * The card of a link in a text, with what the page behind it says of itself as soon as that is known. The server is
 * asked once nobody writes the link any more. Without an answer the card has the address alone.
 */
export function useLinkCard(url: string | null): LinkCard | null {
  const session = useSession()
  const whole = useWhole(url)
  const isAsked =
    whole !== null && whole === url && isPage(whole) && isAtLeast(session.workspace.role, 'author')
  const { data } = useQuery({
    queryKey: [...session.scope, 'link-preview', whole],
    enabled: isAsked,
    // The server keeps its answer for as long.
    staleTime: hourMs,
    gcTime: hourMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => session.api.linkPreview.get({ url: whole ?? '' }, { signal }),
  })
  if (url === null || !isAddress(url)) return null
  if (data === undefined || data.url !== url || data.title === null) return { url }
  return { url, title: data.title, description: data.description, picture: data.picture_url }
}

/** The link that was last seen whole. */
function useWhole(url: string | null): string | null {
  // A link that is there from the beginning is not being written.
  const [whole, setWhole] = useState(url)
  const known = useRef(url)
  useEffect(() => {
    const before = known.current
    known.current = url
    if (url === null || url === before) return
    const isTyped = before !== null && Math.abs(url.length - before.length) <= 1
    const timer = setTimeout(() => setWhole(url), isTyped ? typedMs : pastedMs)
    return () => clearTimeout(timer)
  }, [url])
  return whole
}

function isPage(url: string): boolean {
  const { hostname = '' } = URL.parse(url) ?? {}
  return /\.[\p{L}\p{N}-]+$/u.test(hostname)
}
