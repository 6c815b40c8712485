import type { FileId } from '@attune/contract/common/ids'
import type { Block } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { Editor } from '@tiptap/react'
import type { ReactNode } from 'react'
import type { InsertPlace } from './insert-blocks.ts'
import { canNest } from './nesting-depth.ts'

/** The commands that a page gives to an editor. */
export type RichEditorHandle = {
  /** Moves the focus into the editor. */
  focus: () => void
  /** Inserts an image at the cursor, or at the end if the editor never had the focus. */
  insertImage: (fileId: FileId, alt: string) => void
  /** Inserts blocks as one undoable step. If the editor never had the focus, 'cursor' means the end of the text. */
  insertBlocks: (blocks: readonly Block[], place: InsertPlace) => void
  /** Removes all images of a file from the text. */
  dropImage: (fileId: FileId) => void
}

export type RichEditorProps = {
  value: RichText
  onChange: (value: RichText) => void
  /** The accessible name of the field. */
  label: string
  placeholder?: string
  /** The hints for the empty line below a heading. The keys are the texts of the headings. */
  hints?: Readonly<Record<string, string>> | undefined
  /** The maximum number of characters. If a person types more, the count shows this and no text is cut off. */
  max?: number
  /** Whether the editor takes the focus when it is shown. It does not if the person has begun to type in another field. */
  autofocus?: boolean
  /** Called with pasted, dropped or chosen files. Without this function, files are ignored and cannot be chosen. */
  onFiles?: (files: File[]) => void
  /** Renders an image. Without this function, the alternative text is shown. */
  image?: (fileId: FileId, alt: string) => ReactNode
  /** The minimum height of the text, in pixels. */
  minHeight?: number
}

/** Returns the URL for a typed address: a web page, an email address or a phone number, with or without its scheme. */
export function completeHref(typed: string): string {
  const bare = typed.trim()
  if (/^[a-z][a-z\d+.-]*:/i.test(bare) && !/^[^/]+:\d+(\/|$)/.test(bare)) return normalizeHref(bare)
  if (/^[^\s@/]+@[^\s@/]+$/.test(bare)) return `mailto:${bare}`
  const digits = bare.replaceAll(/[\s()./-]/g, '')
  if (/^\+?\d{3,}$/.test(digits)) return `tel:${digits}`
  return normalizeHref(`https://${bare}`)
}

const normalizeHref = (href: string) => (/^https?:/i.test(href) && URL.canParse(href) ? new URL(href).href : href)

/**
 * Sets a link on the selection or on the link at the cursor. If there is neither, inserts the address as linked text.
 */
export function setLink(editor: Editor, href: string, typed: string) {
  const chain = editor.chain().focus()
  if (editor.isActive('link')) chain.extendMarkRange('link').setLink({ href }).run()
  else if (!editor.state.selection.empty) chain.setLink({ href }).run()
  else
    chain
      .insertContent([{ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }])
      .unsetMark('link')
      .run()
}

const listTypes = ['bulletList', 'orderedList', 'checklist']

/** Returns the state of the toolbar buttons at the cursor. */
export function toolbarState({ editor }: { editor: Editor }) {
  const { $from } = editor.state.selection
  const inList = listTypes.some((type) => editor.isActive(type))
  return {
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    heading: editor.isActive('heading'),
    bullets: editor.isActive('bulletList'),
    numbers: editor.isActive('orderedList'),
    checklist: editor.isActive('checklist'),
    quote: editor.isActive('blockquote'),
    link: editor.isActive('link'),
    image: editor.isActive('image'),
    canList: inList || canNest($from, 1),
    canQuote: editor.isActive('blockquote') || canNest($from, 1),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}

export type ToolbarState = ReturnType<typeof toolbarState>
