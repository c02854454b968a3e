import { describe, expect, test } from 'vitest'
import { readPagePreview } from './page-preview.ts'

const url = 'https://example.com/a/page'

function read(html: string | Uint8Array, type: string | undefined = 'text/html') {
  return readPagePreview(typeof html === 'string' ? Buffer.from(html) : html, type, url)
}

describe('what a page says of itself', () => {
  test('is its Open Graph data before anything else', () => {
    const page = `<!doctype html><html><head><title>Plain</title><meta name=description content="Plain words">
      <meta property="og:title" content="Shown"><META CONTENT='Shown words' PROPERTY='OG:Description'>
      <meta property="og:image" content="/pic.png?a=1&amp;b=2"></head>`
    expect(read(page)).toEqual({
      title: 'Shown',
      description: 'Shown words',
      imageUrl: 'https://example.com/pic.png?a=1&b=2',
    })
  })

  test('is its title and description where it has none', () => {
    const page = '<title>\n A  page &mdash; of&nbsp;mine </title><meta name="description" content="">'
    expect(read(page)).toEqual({ title: 'A page — of mine', description: '', imageUrl: null })
  })

  test('is nothing where it has no title, or is no page', () => {
    expect(read('<p>Hello')).toBeNull()
    expect(read('<title> </title><meta property="og:title" content="  ">')).toBeNull()
    expect(read('')).toBeNull()
    for (const type of ['application/pdf', 'image/svg+xml', 'application/json; charset=utf-8'])
      expect(read('<title>Yes</title>', type)).toBeNull()
    expect(read('<title>Yes</title>', 'TEXT/HTML ; charset=x')?.title).toBe('Yes')
  })

  test.each([
    ['&lt;b&gt; &amp;amp; &quot;x&quot; &#39;y&#39; &apos;', `<b> &amp; "x" 'y' '`],
    ['caf&eacute; &Uuml;ber &szlig; &yuml; &euro; &hellip;', 'café Über ß ÿ € …'],
    ['&#8217;&#x1F600;&#X41;', '’😀A'],
    ['&#150;&#128;', '–€'],
    ['&#0;&#xD800;&#1114112;', '\ufffd\ufffd\ufffd'],
    // An old name needs no semicolon, as in browsers.
    ['&unknown; &amp &;', '&unknown; & &;'],
    ['&NotEqualTilde; &CounterClockwiseContourIntegral;', '≂̸ ∳'],
  ])('letters written as %s are read as %s', (written, expected) => {
    expect(read(`<title>${written}</title>`)?.title).toBe(expected)
    expect(read(`<meta property="og:title" content="${written}">`)?.title).toBe(expected)
  })

  test.each([
    ['a script', '<script>"<title>No</title>"</script>'],
    ['a comment', '<!-- <title>No</title> -->'],
    ['a picture', '<svg><title>No</title></svg>'],
    ['a style', '<style><title>No</title></style>'],
    ['a template', '<template><title>No</title></template>'],
    ['a frame', '<iframe><title>No</title></iframe>'],
    ['a field', '<textarea><title>No</title></textarea>'],
    ['a comment that ends early', '<!--> --><!-- x --!><!-- <title>No</title> -->'],
    ['a script with a comment', '<script><!-- </title> <title>No --></script>'],
    ['an attribute', '<p title="<title>No</title>">'],
  ])('is not what stands in %s', (_, before) => {
    expect(read(`${before}<title>Yes</title>`)?.title).toBe('Yes')
  })

  test.each([
    ['//cdn.example/x.png', 'https://cdn.example/x.png'],
    ['http://example.org/x.png', 'http://example.org/x.png'],
    ['data:image/png;base64,AAAA', null],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['https://[', null],
  ])('shows the picture %s as %s', (content, expected) => {
    const page = `<title>x</title><meta property="og:image" content="${content}">`
    expect(read(page)?.imageUrl).toBe(expected)
  })
})

describe('how a page is written', () => {
  const latin = Buffer.from('<title>Gr\xfc\xdfe</title>', 'latin1')

  test('is said when it came, by itself, or by its first bytes', () => {
    expect(read(latin, 'text/html; charset="ISO-8859-1"')?.title).toBe('Grüße')
    expect(read(Buffer.concat([Buffer.from('<meta charset=windows-1252>'), latin]))?.title).toBe('Grüße')
    const old = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">'
    expect(read(Buffer.concat([Buffer.from(old), latin]))?.title).toBe('Grüße')
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<title>Grüße</title>', 'utf16le')])
    expect(read(wide, 'text/html; charset=utf-8')?.title).toBe('Grüße')
    const shift = Buffer.from([...Buffer.from('<title>'), 0x93, 0xfa, 0x96, 0x7b, ...Buffer.from('</title>')])
    expect(read(shift, 'text/html; charset=Shift_JIS')?.title).toBe('日本')
  })

  test('may be a lie, and then only its letters are wrong', () => {
    expect(read(latin)?.title).toBe('Gr\ufffd\ufffde')
    expect(read('<title>Grüße</title>', 'text/html; charset=klingon')?.title).toBe('Grüße')
    expect(read('<meta charset="utf-16"><title>Grüße</title>')?.title).toBe('Grüße')
  })
})

describe('a hostile page', () => {
  test('cannot make its title long, of several lines, or turn the text around it', () => {
    const title = read(`<title>\u202egnol\u2066\n\u0000${'x'.repeat(100_000)}</title>`)?.title ?? ''
    expect(title.length).toBe(300)
    expect(title).toMatch(/^gnol x+…$/)
    expect(read(`<title>${'😀'.repeat(1_000)}</title>`)?.title.isWellFormed()).toBe(true)
  })

  test.each([
    ['200,000 names', '<meta name="a" content="b">'.repeat(100_000)],
    ['one tag of 100,000 attributes', `<meta ${'a="b" '.repeat(300_000)}`],
    ['tags that never end', '<meta '.repeat(500_000)],
    ['open quotes', `<meta content="`.repeat(200_000)],
    ['quotes of two kinds', `<meta a='x b="y `.repeat(180_000)],
    ['a name without an end', `<meta ${'a'.repeat(3_000_000)}`],
    ['white space without an end', `<meta a${' '.repeat(3_000_000)}`],
    ['slashes', `<meta ${'/'.repeat(3_000_000)}>`],
    ['brackets', '<'.repeat(3_000_000)],
    ['comments', '<!--'.repeat(700_000)],
    ['scripts', '<script>'.repeat(300_000)],
    ['closed scripts', '<script></script>'.repeat(150_000)],
    ['titles', '<title>'.repeat(400_000)],
    ['entities', `<title>${'&#x41;'.repeat(500_000)}</title>`],
    ['ampersands', `<title>${'&'.repeat(3_000_000)}</title>`],
    ['half entities', `<title>${'&CounterClockwiseContour'.repeat(120_000)}</title>`],
    ['tags that are closed and were never opened', `${'<i>'.repeat(500_000)}${'</b>'.repeat(350_000)}`],
    ['half closed titles', `<title>${'</titl'.repeat(500_000)}`],
    ['comments that nearly end', `<!--${'--!'.repeat(1_000_000)}`],
    ['charsets', '<meta charset='.repeat(200_000)],
  ])('of %s is read within two seconds of one processor, however busy it is', (_, html) => {
    const before = process.cpuUsage()
    read(`${html}<title>End</title>`)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(2_000)
  })
})
