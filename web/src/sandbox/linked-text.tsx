import { Fragment } from 'react'
import { isAddress } from '../ui/web-address.ts'

const address = /(https?:\/\/[^\s<>"]+)/

/** A text with its addresses as links. Only http and https lead anywhere. */
export function LinkedText({ text }: { readonly text: string }) {
  return text.split(address).map((part, index) => {
    const key = `${index} ${part}`
    const isLink = index % 2 === 1 && isAddress(part)
    return isLink ? (
      <a key={key} href={part} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part}
      </a>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    )
  })
}
