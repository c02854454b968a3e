import { serverUrl } from '../../boot/boot.ts'

/** The address that opens the composer with words; a page adds `text`, `url` and `title` to it. */
export const composeUrl = `${serverUrl}/compose`

/**
 * A program for the bookmarks bar, which opens the composer with the title, the address and the selected text of the page that one
 * reads. They stand behind `#`, which browsers send to no server. No page of ours ever runs it.
 */
export function bookmarklet(): string {
  const program = `(()=>{open(${JSON.stringify(`${composeUrl}#`)}+new URLSearchParams({title:document.title,url:location.href,text:String(getSelection()).slice(0,1e5)}))})()`
  return `javascript:${encodeURIComponent(program)}`
}

/** A link for the pages of others, as HTML. */
export function shareLink(words: string): string {
  return `<a href="${composeUrl}?title=A%20title&amp;url=https%3A%2F%2Fexample.org%2F">${words}</a>`
}
