import type { FileId } from '@attune/contract/common/ids'
import { type Block, type Inline, isAllowedHref, type Mark } from '@attune/contract/common/rich-text/rich-text'
import type { RichText as Doc } from '@attune/contract/common/rich-text/rich-text.schemas'
import { createElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './rich-text.module.css'

type Props = {
  value: Doc
  /** Renders an image. Without this function, the alternative text is shown. */
  image?: (fileId: FileId, alt: string) => ReactNode
  /** The level of the heading above this text. The headings of the text begin one level below. */
  under?: 1 | 2 | 3
}

/** Renders rich text as elements. No part of the text is ever parsed as HTML. */
export function RichTextView({ value, image, under = 2 }: Props) {
  const { t } = useTranslation('richText')
  const blocks = (content: readonly Block[]): ReactNode[] => content.map((block, at) => blockOf(block, at))
  const picture = (fileId: FileId, alt: string) =>
    image ? image(fileId, alt) : <p className={classes.absent}>{alt ? t('imageOf', { alt }) : t('image')}</p>

  function blockOf(block: Block, key: number): ReactNode {
    switch (block.type) {
      case 'paragraph':
        return <p key={key}>{inlines(block.content)}</p>
      case 'heading':
        return createElement(`h${under + block.attrs.level - 1}`, { key }, inlines(block.content))
      case 'bulletList':
      case 'orderedList':
        return createElement(
          block.type === 'bulletList' ? 'ul' : 'ol',
          { key },
          block.content.map((item, at) => <li key={at}>{blocks(item.content)}</li>),
        )
      case 'checklist':
        return (
          <ul key={key} className={classes.checklist}>
            {block.content.map(({ attrs, content }, at) => (
              <li key={at}>
                <span aria-hidden>{attrs.checked ? '☑' : '☐'}</span>
                <div>
                  <span className={classes.spoken}>{t(attrs.checked ? 'checked' : 'unchecked')}</span>
                  {blocks(content)}
                </div>
              </li>
            ))}
          </ul>
        )
      case 'blockquote':
        return <blockquote key={key}>{blocks(block.content)}</blockquote>
      case 'horizontalRule':
        return <hr key={key} />
      case 'image':
        return (
          <div key={key} className={classes.image}>
            {picture(block.attrs.fileId, block.attrs.alt)}
          </div>
        )
    }
  }

  return <div className={classes.text}>{blocks(value.content)}</div>
}

const elements = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const

function marked(inside: ReactNode, mark: Mark): ReactNode {
  if (mark.type !== 'link') return createElement(elements[mark.type], null, inside)
  if (!isAllowedHref(mark.attrs.href)) return inside
  return (
    <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer nofollow">
      {inside}
    </a>
  )
}

/**
 * Renders the content of a paragraph or heading. If the content is empty, a line break keeps the height of the line.
 */
const inlines = (content: readonly Inline[] = []): ReactNode =>
  content.length === 0 ? (
    <br />
  ) : (
    content.map((part, at) => <Part key={at} part={part} last={at === content.length - 1} />)
  )

function Part({ part, last }: { part: Inline; last: boolean }): ReactNode {
  if (part.type === 'hardBreak') return last ? [<br key="1" />, <br key="2" />] : <br />
  return (part.marks ?? []).reduce(marked, part.text as ReactNode)
}
