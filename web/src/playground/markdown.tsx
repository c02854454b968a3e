import styles from './operation.module.css'
import { type Block, type Inline, readInlines, readMarkdown } from './read-markdown.ts'

/** A description of the document, with its paragraphs and code. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.prose} lang="en">
      {readMarkdown(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The blocks of a text never change places.
        <BlockView key={index} block={block} />
      ))}
    </div>
  )
}

/** A line of the document, such as a summary. */
export function MarkdownLine({ text }: { readonly text: string }) {
  return (
    <span lang="en">
      <Inlines of={readInlines(text)} />
    </span>
  )
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Inlines of={block.inlines} />
        </p>
      )
    case 'list':
      return (
        <ul>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: The items of a text never change places.
            <li key={index}>
              <Inlines of={item} />
            </li>
          ))}
        </ul>
      )
    case 'code':
      return <pre>{block.text}</pre>
  }
}

function Inlines({ of: inlines }: { readonly of: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: The pieces of a line never change places.
  return inlines.map((inline, index) => <InlineView key={index} inline={inline} />)
}

function InlineView({ inline }: { readonly inline: Inline }) {
  switch (inline.kind) {
    case 'words':
      return inline.text
    case 'code':
      return <code>{inline.text}</code>
    case 'strong':
      return <strong>{inline.text}</strong>
    case 'link':
      return (
        <a href={inline.href} target="_blank" rel="noreferrer">
          {inline.text}
        </a>
      )
  }
}
