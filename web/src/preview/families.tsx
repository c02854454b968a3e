import { useLingui } from '@lingui/react/macro'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { Actions } from './actions.tsx'
import styles from './families.module.css'
import { LinkCardView } from './link-card.tsx'
import { titled } from './linkify.ts'
import { MediaBlock, OneMedium } from './media-block.tsx'
import { Avatar, PostText } from './parts.tsx'
import type { Drawn } from './preview-data.ts'

/** A post on a page of its kind. */
export function Family({ drawn }: { readonly drawn: Drawn }) {
  switch (drawn.look.family) {
    case 'microblog':
      return <Microblog {...drawn} />
    case 'photo':
      return <Photo {...drawn} />
    case 'short_video':
      return <ShortVideo {...drawn} />
    case 'long_video':
      return <LongVideo {...drawn} />
    case 'page_card':
      return <PageCard {...drawn} />
    case 'pin':
      return <Pin {...drawn} />
    case 'chat':
      return <Chat {...drawn} />
    case 'article':
      return <Article {...drawn} />
  }
}

function Microblog({ look, account, text, media, link, when }: Drawn) {
  return (
    <div className={styles.microblog}>
      <Avatar account={account} size={42} />
      <div className={styles.body}>
        <p className={styles.byline}>
          <strong>{nameOf(account)}</strong> <span className={styles.handle}>@{account.username}</span>{' '}
          <span className={styles.time}>· {when}</span>
        </p>
        <PostText text={text} clamp={look.clamp} />
        <MediaBlock media={media} rule={look.media} />
        {media.length === 0 && <LinkCardView card={link} style={look.link_card} />}
        <Actions actions={look.actions} />
      </div>
    </div>
  )
}

function Photo({ look, account, text, media, when }: Drawn) {
  return (
    <div className={styles.photo}>
      <div className={styles.line}>
        <Avatar account={account} size={32} />
        <strong>{account.username}</strong>
      </div>
      <MediaBlock media={media} rule={look.media} isWide bounds={[0.8, 1.91]} isNeeded />
      <div className={styles.padded}>
        <Actions actions={look.actions} />
        <PostText text={text} clamp={look.clamp} before={account.username} />
        <p className={styles.small}>{when}</p>
      </div>
    </div>
  )
}

function ShortVideo({ look, account, text, media }: Drawn) {
  return (
    <div className={styles.short}>
      {media[0] === undefined ? <Missing /> : <OneMedium shown={media[0]} box={9 / 16} />}
      <div className={styles.shortSide}>
        <Actions actions={look.actions} isColumn />
      </div>
      <div className={styles.shortWords}>
        <div className={styles.line}>
          <Avatar account={account} size={32} />
          <strong>{account.username}</strong>
        </div>
        <PostText text={text} clamp={look.clamp} />
      </div>
    </div>
  )
}

function LongVideo({ look, account, text, title, media, when }: Drawn) {
  const [head, rest] = titled(title, text)
  return (
    <div className={styles.long}>
      <div className={styles.screen}>
        {media[0] === undefined ? <Missing /> : <OneMedium shown={media[0]} box={16 / 9} />}
        {media[0] !== undefined && (
          <span className={styles.play} aria-hidden="true">
            <IconPlayerPlayFilled size={22} />
          </span>
        )}
      </div>
      <div className={styles.padded}>
        <p className={styles.title}>{head}</p>
        <div className={styles.line}>
          <Avatar account={account} size={36} />
          <strong>{nameOf(account)}</strong>
        </div>
        <Actions actions={look.actions} />
        <div className={styles.description}>
          <p className={styles.small}>{when}</p>
          <PostText text={rest} clamp={look.clamp} />
        </div>
      </div>
    </div>
  )
}

function PageCard({ look, account, text, media, link, when }: Drawn) {
  return (
    <div className={styles.page}>
      <div className={styles.line}>
        <Avatar account={account} size={40} />
        <p className={styles.stacked}>
          <strong>{nameOf(account)}</strong>
          <span className={styles.small}>{when}</span>
        </p>
      </div>
      <div className={styles.padded}>
        <PostText text={text} clamp={look.clamp} />
      </div>
      <MediaBlock media={media} rule={look.media} isWide />
      {media.length === 0 && <LinkCardView card={link} style={look.link_card} isWide />}
      <div className={styles.foot}>
        <Actions actions={look.actions} />
      </div>
    </div>
  )
}

function Pin({ look, account, text, title, media }: Drawn) {
  const [head, rest] = titled(title, text)
  return (
    <div className={styles.pin}>
      <MediaBlock media={media.slice(0, 1)} rule="single" bounds={[0.5, 1.5]} isNeeded />
      <p className={styles.pinTitle}>{head}</p>
      <PostText text={rest} clamp={look.clamp} />
      <div className={styles.line}>
        <Avatar account={account} size={24} />
        <span>{nameOf(account)}</span>
      </div>
      <Actions actions={look.actions} />
    </div>
  )
}

function Chat({ look, account, text, media, link, when }: Drawn) {
  return (
    <div className={styles.chat}>
      <Avatar account={account} size={32} />
      <div className={styles.bubble}>
        <MediaBlock media={media} rule={look.media} isWide />
        <div className={styles.bubbleWords}>
          <strong className={styles.accent}>{nameOf(account)}</strong>
          <PostText text={text} clamp={look.clamp} />
          {media.length === 0 && <LinkCardView card={link} style={look.link_card} />}
          <p className={styles.bubbleTime}>{when}</p>
        </div>
      </div>
    </div>
  )
}

function Article({ look, account, text, title, media, link, when }: Drawn) {
  const [head, rest] = titled(title, text)
  return (
    <div className={styles.article}>
      {media[0] !== undefined && <OneMedium shown={media[0]} box={1.91} />}
      <div className={styles.articleWords}>
        <p className={styles.headline}>{head}</p>
        <div className={styles.line}>
          <Avatar account={account} size={28} />
          <span>{nameOf(account)}</span>
          <span className={styles.muted}>· {when}</span>
        </div>
        <PostText text={rest} clamp={look.clamp} />
        <MediaBlock media={media.slice(1)} rule={look.media} />
        {media.length === 0 && <LinkCardView card={link} style={look.link_card} />}
        <Actions actions={look.actions} />
      </div>
    </div>
  )
}

/** Stands where a network shows a video that the post does not have yet. */
function Missing() {
  const { t } = useLingui()
  return <p className={styles.missing}>{t`A video goes here`}</p>
}

function nameOf({ display_name: name, username }: Drawn['account']): string {
  return name === '' ? username : name
}
