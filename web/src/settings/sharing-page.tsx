import { useLingui } from '@lingui/react/macro'
import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import { NeedsRole } from '../session/needs-role.tsx'
import { LinkButton } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Page } from '../ui/page.tsx'
import section from './section.module.css'
import { Section, SettingsRow, SettingsRows } from './section.tsx'
import { bookmarklet, composeUrl, shareLink } from './sharing/bookmarklet.ts'
import styles from './sharing/sharing.module.css'

/** The ways by which something found elsewhere becomes a draft. */
export function SharingPage() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Sharing to Crier`}
      lead={t`Take what you find elsewhere into a draft. You see it first, and nothing is published by itself.`}
      width="text"
    >
      <NeedsRole least="author" about={t`This page is about sharing into new posts.`}>
        <FromPhones />
        <FromPages />
        <FromLinks />
      </NeedsRole>
    </Page>
  )
}

function FromPhones() {
  const { t } = useLingui()
  return (
    <Section
      title={t`From your phone`}
      lead={t`Texts, links, pictures and videos, from the share sheet of any app.`}
    >
      <SettingsRows>
        <SettingsRow
          name="Android"
          words={t`Open Crier in Chrome or Edge, and choose “Install app” or “Add to home screen” in its menu. Then share something and choose Crier.`}
        />
        <SettingsRow
          name="iPhone, iPad"
          words={t`Their share sheet has no web apps. Copy the button below as the address of a bookmark, and open that on the page that you want to share.`}
        />
      </SettingsRows>
      {!window.isSecureContext && (
        <p className={section.notice} data-tone="brass">
          {t`The address of your Crier doesn't begin with https, so browsers can't install it.`}
        </p>
      )}
    </Section>
  )
}

function FromPages() {
  const { t } = useLingui()
  const name = t`Post with Crier`
  const program = bookmarklet()
  const [isPressed, setPressed] = useState(false)
  return (
    <Section
      title={t`From any page`}
      lead={t`Drag this button to the bookmarks bar of your browser. Pressed on a page, it opens a draft with its title, its address and the text that you selected there.`}
    >
      <div className={styles.button}>
        <LinkButton
          variant="default"
          href={program}
          leftSection={<IconBookmark size={18} stroke={1.75} aria-hidden="true" />}
          // Our own pages run no programs that stand in links.
          onClick={(event) => {
            event.preventDefault()
            setPressed(true)
          }}
        >
          {name}
        </LinkButton>
        <CopyButton text={program} what={t`the address for a bookmark`} variant="subtle" />
      </div>
      <p className={section.small} role="status">
        {isPressed &&
          t`It works from your bookmarks: drag it there, or copy it as the address of a new bookmark.`}
      </p>
    </Section>
  )
}

function FromLinks() {
  const { t } = useLingui()
  return (
    <Section
      title={t`From your own pages`}
      lead={t`A link to this address opens a draft with your words for anybody who is signed in here. Write text, url and title as a part of it, or leave some of them out.`}
    >
      <CodeBlock
        code={`${composeUrl}?text=TEXT&url=URL&title=TITLE`}
        label={t`The address of a compose link`}
        wraps
      />
      <CodeBlock code={shareLink(t`Share with Crier`)} label={t`A link as HTML`} wraps />
    </Section>
  )
}
