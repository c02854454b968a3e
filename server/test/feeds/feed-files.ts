/** Feeds in the forms in which well-known programs and services write them. */

/** WordPress: RSS 2.0 with `content:encoded`, an id that is no page, and a period of the Syndication module. */
export const wordpress = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:atom="http://www.w3.org/2005/Atom"
	xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
	xmlns:slash="http://purl.org/rss/1.0/modules/slash/">
<channel>
	<title>Harbour News</title>
	<atom:link href="https://news.example/feed/" rel="self" type="application/rss+xml" />
	<link>https://news.example</link>
	<description>From the quay</description>
	<lastBuildDate>Mon, 02 Mar 2026 08:00:00 +0000</lastBuildDate>
	<language>en-GB</language>
	<sy:updatePeriod>
	hourly	</sy:updatePeriod>
	<sy:updateFrequency>
	1	</sy:updateFrequency>
	<image>
		<url>https://news.example/icon.png</url>
		<title>Harbour News</title>
		<link>https://news.example</link>
	</image>
	<item>
		<title>Fish &#038; chips are back &#8211; from Friday</title>
		<link>https://news.example/2026/03/fish-and-chips/</link>
		<comments>https://news.example/2026/03/fish-and-chips/#respond</comments>
		<dc:creator><![CDATA[Anna Petersen]]></dc:creator>
		<pubDate>Mon, 02 Mar 2026 07:30:00 +0000</pubDate>
		<category><![CDATA[Food & Drink]]></category>
		<category><![CDATA[harbour]]></category>
		<guid isPermaLink="false">https://news.example/?p=123</guid>
		<description><![CDATA[<p>The fryer is mended. Come hungry &#8230; [&#8230;]</p>
<p>The post <a href="https://news.example/2026/03/fish-and-chips/">Fish &#038; chips</a> appeared first on <a href="https://news.example">Harbour News</a>.</p>
]]></description>
		<content:encoded><![CDATA[<p>The fryer is mended.</p><figure><img width="1024" height="768" src="https://news.example/wp-content/fryer.jpg" alt="A fryer" /></figure>]]></content:encoded>
	</item>
	<item>
		<title>Old news</title>
		<link>https://news.example/2026/02/old/</link>
		<pubDate>Sun, 01 Feb 2026 07:30:00 +0000</pubDate>
		<guid isPermaLink="false">https://news.example/?p=100</guid>
		<description><![CDATA[Nothing happened.]]></description>
	</item>
</channel></rss>`

/** Ghost: RSS 2.0 with `media:content`. */
export const ghost = `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title><![CDATA[Nets & Knots]]></title><description><![CDATA[Thoughts]]></description><link>https://nets.example/</link><generator>Ghost 5.80</generator><atom:link href="https://nets.example/rss/" rel="self" type="application/rss+xml"/><ttl>60</ttl><item><title><![CDATA[A knot a day]]></title><description><![CDATA[Why we tie.]]></description><link>https://nets.example/a-knot-a-day/</link><guid isPermaLink="false">65e1f00c5b7a3c0001f2a111</guid><category><![CDATA[knots]]></category><dc:creator><![CDATA[Bo]]></dc:creator><pubDate>Tue, 03 Mar 2026 10:00:00 GMT</pubDate><media:content url="https://nets.example/content/images/knot.jpg" medium="image"/><content:encoded><![CDATA[<img src="https://nets.example/content/images/knot.jpg" alt="Knot"><p>Why we tie.</p>]]></content:encoded></item></channel></rss>`

/** Medium: the link has a parameter that changes, the id does not. */
export const medium = `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" version="2.0" xmlns:cc="http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html">
    <channel>
        <title><![CDATA[Stories by Cleo on Medium]]></title>
        <link>https://medium.example/@cleo?source=rss-1234------2</link>
        <ttl>5</ttl>
        <item>
            <title><![CDATA[On lighthouses]]></title>
            <link>https://medium.example/@cleo/on-lighthouses-abc?source=rss-1234------2</link>
            <guid isPermaLink="false">https://medium.example/p/abc</guid>
            <category><![CDATA[light-house]]></category>
            <dc:creator><![CDATA[Cleo]]></dc:creator>
            <pubDate>Wed, 04 Mar 2026 09:00:00 GMT</pubDate>
            <atom:updated>2026-03-04T09:05:00.000Z</atom:updated>
            <content:encoded><![CDATA[<figure><img alt="" src="https://cdn.example/1*x.jpeg" /></figure><p>They blink.</p><img src="https://medium.example/_/stat?event=x" width="1" height="1" alt="">]]></content:encoded>
        </item>
    </channel>
</rss>`

/** YouTube: Atom with a group of `media:`, in which title and description stand. */
export const youtube = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="http://video.example/feeds/videos.xml?channel_id=UC1"/>
 <id>yt:channel:UC1</id>
 <title>Harbour TV</title>
 <link rel="alternate" href="https://video.example/channel/UC1"/>
 <author><name>Harbour TV</name><uri>https://video.example/channel/UC1</uri></author>
 <published>2015-01-01T00:00:00+00:00</published>
 <entry>
  <id>yt:video:dQw4</id>
  <yt:videoId>dQw4</yt:videoId>
  <title>Storm over the pier</title>
  <link rel="alternate" href="https://video.example/watch?v=dQw4"/>
  <author><name>Harbour TV</name></author>
  <published>2026-03-05T06:00:00+00:00</published>
  <updated>2026-03-06T06:00:00+00:00</updated>
  <media:group>
   <media:title>Storm over the pier</media:title>
   <media:content url="https://video.example/v/dQw4?version=3" type="application/x-shockwave-flash" width="640" height="390"/>
   <media:thumbnail url="https://i.video.example/vi/dQw4/hqdefault.jpg" width="480" height="360"/>
   <media:description>Waves of six metres.
Filmed from the crane.</media:description>
  </media:group>
 </entry>
</feed>`

/** Substack: RSS 2.0 with an enclosure that is a picture. */
export const substack = `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" version="2.0"><channel><title><![CDATA[The Tide]]></title><link>https://tide.example</link><item><title><![CDATA[Spring tide]]></title><description><![CDATA[Higher than usual]]></description><link>https://tide.example/p/spring-tide</link><guid isPermaLink="false">https://tide.example/p/spring-tide</guid><dc:creator><![CDATA[Dora]]></dc:creator><pubDate>Fri, 06 Mar 2026 05:00:00 GMT</pubDate><enclosure url="https://cdn.example/tide.jpeg" length="0" type="image/jpeg"/><content:encoded><![CDATA[<p>Boots.</p>]]></content:encoded></item></channel></rss>`

/** Releases on GitHub: Atom with tag ids, HTML that is escaped, and a portrait of 30 pixels. */
export const releases = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en-US">
  <id>tag:code.example,2008:https://code.example/harbour/crane/releases</id>
  <link type="text/html" rel="alternate" href="https://code.example/harbour/crane/releases"/>
  <link type="application/atom+xml" rel="self" href="https://code.example/harbour/crane/releases.atom"/>
  <title>Release notes from crane</title>
  <updated>2026-03-07T12:00:00Z</updated>
  <entry>
    <id>tag:code.example,2008:Repository/1/v2.0.0</id>
    <updated>2026-03-07T12:00:00Z</updated>
    <link rel="alternate" type="text/html" href="https://code.example/harbour/crane/releases/tag/v2.0.0"/>
    <title>v2.0.0</title>
    <content type="html">&lt;h2&gt;Changes&lt;/h2&gt;&lt;ul&gt;&lt;li&gt;Lifts &amp;lt;b&amp;gt; tags&lt;/li&gt;&lt;/ul&gt;</content>
    <author><name>emil</name></author>
    <media:thumbnail height="30" width="30" url="https://avatars.example/u/1?s=60&amp;v=4"/>
  </entry>
</feed>`

/** A podcast: enclosures that are sound, pictures of iTunes, and an item without a link. */
export const podcast = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
<channel>
<title>Gulls</title><link>https://gulls.example/</link>
<itunes:author>Finn</itunes:author><itunes:image href="https://gulls.example/cover.jpg"/>
<itunes:category text="Science"><itunes:category text="Nature"/></itunes:category>
<item>
<title>Episode 7: Chips</title>
<itunes:author>Finn</itunes:author>
<itunes:summary>They steal.</itunes:summary>
<itunes:image href="https://gulls.example/7.jpg"/>
<enclosure url="https://cdn.example/7.mp3?token=1" length="123" type="audio/mpeg"/>
<guid isPermaLink="false">gulls-7</guid>
<pubDate>Sat, 07 Mar 2026 18:00:00 EST</pubDate>
</item></channel></rss>`

/** RSS 1.0, whose items stand beside their channel, in Latin-1. */
export const rdf = Buffer.from(
  `<?xml version="1.0" encoding="ISO-8859-1"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://moewe.example/"><title>Die Möwe</title><link>https://moewe.example/</link><description>x</description>
<items><rdf:Seq><rdf:li rdf:resource="https://moewe.example/1"/></rdf:Seq></items></channel>
<item rdf:about="https://moewe.example/1"><title>Größe zählt</title><link>https://moewe.example/1</link>
<description>Grüße</description><dc:creator>Jörg</dc:creator><dc:date>2026-03-08T09:00:00+01:00</dc:date><dc:subject>Vögel</dc:subject></item>
</rdf:RDF>`,
  'latin1',
)

/** Atom with XHTML, relative addresses and two links. */
export const xhtml = `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title type="text">Plain &lt;b&gt;</title><id>urn:x</id><link href="/"/>
<entry><id>urn:x:1</id><title type="text">1 &lt; 2 &amp; 3</title>
<link rel="enclosure" type="image/png" href="/one.png"/><link href="/one"/>
<published>2026-03-09T00:00:00Z</published>
<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One <em>word</em></p><p>and another</p></div></summary>
<category term="a" label="Big Boats"/></entry></feed>`

/** JSON Feed 1.1. */
export const jsonFeed = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Buoys',
  home_page_url: 'https://buoys.example/',
  authors: [{ name: 'Gerd' }],
  items: [
    {
      id: 42,
      url: 'https://buoys.example/42',
      title: 'Red & green',
      content_html: '<p>Port &amp; starboard</p>',
      image: 'https://buoys.example/42.jpg',
      tags: ['buoys', 'law of the sea'],
      date_published: '2026-03-10T00:00:00Z',
    },
  ],
})

/** A page that names its feed. */
export const page = `<!doctype html><html><head><title>Harbour News</title>
<link rel="stylesheet" href="/style.css">
<link rel="alternate" type="application/rss+xml" title="News &raquo; Feed" href="/feed.xml">
<link rel='alternate' type='application/rss+xml' title='Comments' href='/comments/feed/'></head><body>Hi</body></html>`

/** An item of a plain RSS feed, for feeds that grow in tests. */
export interface PlainItem {
  readonly id?: string
  readonly title: string
  readonly link?: string
  readonly at?: Date
  readonly more?: string
}

/** A plain RSS feed of these items. */
export function plainFeed(items: readonly PlainItem[], title = 'Harbour'): string {
  const written = items.map(
    ({ id, title: name, link, at, more = '' }) => `<item><title>${name}</title>
      ${id === undefined ? '' : `<guid isPermaLink="false">${id}</guid>`}
      ${link === undefined ? '' : `<link>${link}</link>`}
      ${at === undefined ? '' : `<pubDate>${at.toUTCString()}</pubDate>`}${more}</item>`,
  )
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title>
    <link>https://harbour.example/</link>${written.join('')}</channel></rss>`
}
