import type { RichText } from '@attune/contract/common/rich-text'
import type { Editor } from '@tiptap/react'
import type { ReactNode } from 'react'
import { hasRoom } from './depth.ts'

export type RichEditorHandle = {
  focus: () => void
  /** Puts an image where the cursor stands, or last stood; at the end, where it never did. */
  insertImage: (fileId: string, alt: string) => void
  /** Takes all images of a file out of the text. */
  dropImage: (fileId: string) => void
}

export type RichEditorProps = {
  value: RichText
  onChange: (value: RichText) => void
  /** What is written here, for those who do not see it. */
  label: string
  placeholder?: string
  /** Characters; more can be typed and are told, nothing is cut off. */
  max?: number
  autofocus?: boolean
  /** Files that were pasted or dropped; without it they are left out. */
  onFiles?: (files: File[]) => void
  /** How an image is shown; without it its description stands there. */
  image?: (fileId: string, alt: string) => ReactNode
  minHeight?: number
}

/** The address that somebody means: a page, a person or a number, with or without its beginning. */
export function hrefOf(typed: string): string {
  const bare = typed.trim()
  if (/^[a-z][a-z\d+.-]*:/i.test(bare) && !/^[^/]+:\d+(\/|$)/.test(bare)) return tidy(bare)
  if (/^[^\s@/]+@[^\s@/]+$/.test(bare)) return `mailto:${bare}`
  const digits = bare.replaceAll(/[\s()./-]/g, '')
  if (/^\+?\d{3,}$/.test(digits)) return `tel:${digits}`
  return tidy(`https://${bare}`)
}

const tidy = (href: string) => (/^https?:/i.test(href) && URL.canParse(href) ? new URL(href).href : href)

/** Puts a link on what is chosen, or writes its address where nothing is. */
export function putLink(editor: Editor, href: string, typed: string) {
  const chain = editor.chain().focus()
  if (editor.isActive('link')) chain.extendMarkRange('link').setLink({ href }).run()
  else if (!editor.state.selection.empty) chain.setLink({ href }).run()
  else
    chain
      .insertContent([{ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }])
      .unsetMark('link')
      .run()
}

/** What the buttons show of the place where the cursor stands. */
export function standing({ editor }: { editor: Editor }) {
  const { $from } = editor.state.selection
  const inList = editor.isActive('bulletList') || editor.isActive('orderedList')
  return {
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    heading: editor.isActive('heading'),
    bullets: editor.isActive('bulletList'),
    numbers: editor.isActive('orderedList'),
    quote: editor.isActive('blockquote'),
    link: editor.isActive('link'),
    image: editor.isActive('image'),
    canList: inList || hasRoom($from, 1),
    canQuote: editor.isActive('blockquote') || hasRoom($from, 1),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}

export type Standing = ReturnType<typeof standing>
