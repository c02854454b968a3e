const link = /https?:\/\/[\w.-]+\.[a-z]{2,}[^\s<>"]*/gi

/** Counts as the server's own documentation says, by other means than the connector. */
export function countAs(
  text: string,
  spoiler: string,
  { counts, shortens }: { counts: 'grapheme' | 'codepoint'; shortens: boolean },
): number {
  const short = shortens
    ? text.replace(link, 'x'.repeat(23)).replace(/(^|[^\w/])(@\w+)@[\w.-]+\w/g, '$1$2')
    : text
  const whole = spoiler + short
  if (counts === 'codepoint') return Array.from(whole).length
  return [...new Intl.Segmenter('en').segment(whole)].length
}

/** A post as Mastodon shows it: escaped, in paragraphs, with links folded and hashtags and mentions marked. */
export function render(text: string, domain: string): string {
  const marked = escapeHtml(text)
    .replace(link, (href) => {
      const [scheme = '', rest = ''] = href.split(/(?<=:\/\/)/)
      const folded = `<span class="ellipsis">${rest.slice(0, 30)}</span><span class="invisible">${rest.slice(30)}</span>`
      return `<a href="${href}" rel="nofollow noopener" translate="no"><span class="invisible">${scheme}</span>${folded}</a>`
    })
    .replace(
      /(^|\s)#(\w+)/g,
      `$1<a href="https://${domain}/tags/$2" class="mention hashtag">#<span>$2</span></a>`,
    )
    .replace(
      /(^|\s)@(\w+)@([\w.-]+\w)/g,
      '$1<span class="h-card" translate="no"><a href="https://$3/@$2" class="u-url mention">@<span>$2</span></a></span>',
    )
  return `<p>${marked.replaceAll('\n\n', '</p><p>').replaceAll('\n', '<br />')}</p>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
