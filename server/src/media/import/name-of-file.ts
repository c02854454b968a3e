import { cleanText } from '../../lib/text/clean-text.ts'

const longestName = 255

/**
 * The name of a fetched file: the one that its server gives (RFC 6266), or the end of its address. Only what follows the last
 * slash counts, in one readable line.
 */
export function nameOfFile(url: URL, disposition: string | undefined): string {
  return readable(fromDisposition(disposition ?? '')) || readable(decode(url.pathname)) || 'file'
}

function fromDisposition(header: string): string {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  if (extended !== undefined) return decode(extended)
  const quoted = /;\s*filename\s*=\s*"([^"]*)"/i.exec(header)?.[1]
  return quoted ?? /;\s*filename\s*=\s*([^;\s"]+)/i.exec(header)?.[1] ?? ''
}

function readable(text: string): string {
  return cleanText(text.split(/[/\\]/).at(-1) ?? '', longestName)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Percent signs that encode nothing are part of the name.
    return text
  }
}
