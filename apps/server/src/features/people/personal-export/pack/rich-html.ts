import type { FileId } from '@attune/contract/common/ids'
import type { Block, Inline, ListItem, ChecklistItem, Mark } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { escapeHtml } from '../../../../platform/http/replies.ts'

/** Returns the path of an image in the export; undefined if the export does not contain the image. */
type PathOf = (id: FileId) => string | undefined

/** Returns formatted text as HTML for a page of an export, with every text escaped. */
export const richHtml = ({ content }: RichText, pathOf: PathOf): string =>
  content.map((block) => blockHtml(block, pathOf)).join('')

const tags = { bold: 'b', italic: 'i', underline: 'u', strike: 's' } as const

function inlineHtml(inline: Inline): string {
  if (inline.type === 'hardBreak') return '<br>'
  return (inline.marks ?? []).reduce(markHtml, escapeHtml(inline.text))
}

function markHtml(html: string, mark: Mark): string {
  if (mark.type === 'link') return `<a href="${escapeHtml(mark.attrs.href)}" rel="noopener noreferrer">${html}</a>`
  const tag = tags[mark.type]
  return `<${tag}>${html}</${tag}>`
}

const inlines = (content: readonly Inline[] | undefined) => (content ?? []).map(inlineHtml).join('')

function blockHtml(block: Block, pathOf: PathOf): string {
  const inner = (content: readonly Block[]) => content.map((each) => blockHtml(each, pathOf)).join('')
  const items = (content: readonly (ListItem | ChecklistItem)[]) =>
    content
      .map((item) => {
        const box = item.type === 'checklistItem' ? (item.attrs.checked ? '☑ ' : '☐ ') : ''
        return `<li>${box}${inner(item.content)}</li>`
      })
      .join('')
  switch (block.type) {
    case 'paragraph':
      return `<p>${inlines(block.content)}</p>`
    case 'heading':
      return `<h${block.attrs.level + 1}>${inlines(block.content)}</h${block.attrs.level + 1}>`
    case 'image': {
      const path = pathOf(block.attrs.fileId)
      const alt = escapeHtml(block.attrs.alt)
      return path === undefined ? `<p>${alt}</p>` : `<p><img src="${hrefOf(path)}" alt="${alt}"></p>`
    }
    case 'horizontalRule':
      return '<hr>'
    case 'bulletList':
      return `<ul>${items(block.content)}</ul>`
    case 'orderedList':
      return `<ol>${items(block.content)}</ol>`
    case 'checklist':
      return `<ul class="checklist">${items(block.content)}</ul>`
    case 'blockquote':
      return `<blockquote>${inner(block.content)}</blockquote>`
  }
}

/** Returns a path of the export as an address relative to a page in its top folder. */
export const hrefOf = (path: string): string => escapeHtml(path.split('/').map(encodeURIComponent).join('/'))
