import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { Editor, EditorOptions } from '@tiptap/core'
import type { EditorView } from '@tiptap/pm/view'
import { nonce } from '../../../platform/nonce.ts'
import classes from './editor.module.css'
import { transferredFiles, sanitizePastedHtml } from '../paste/paste.ts'
import { headingHints, type Hints } from './heading-hints.ts'
import { richTextExtensions } from './extensions.ts'
import { PictureExtension } from './PictureView.tsx'
import { toRichText } from '../to-rich-text.ts'
import text from '../rich-text.module.css'

/** Removes the empty paragraph that the editor adds after a last block that is not a paragraph. */
function withoutTail({ type, content }: RichText): RichText {
  const [before, last] = content.slice(-2)
  const isTail = before && before.type !== 'paragraph' && last?.type === 'paragraph' && !last.content
  return { type, content: isTail ? content.slice(0, -1) : content }
}

/** The current values of the page. The editor is created once and reads these values when it needs them. */
type Latest = {
  label: string
  placeholder: string
  hints?: Hints | undefined
  /** The accessible name of the checkbox in an empty checklist item. */
  checkbox: string
  countId: string
  onChange?: (next: RichText) => void
  onFiles?: ((files: File[]) => void) | undefined
  toToolbar?: () => void
}

/** Creates an object that holds the page's current values. */
export function latestValue(latest: Latest) {
  let now = latest
  return {
    get: () => now,
    set: (next: Latest) => {
      now = next
    },
  }
}

const textFields = 'input, textarea, select, [contenteditable="true"]'

/**
 * Moves the focus to the end of the text, unless another field has the focus. The `autofocus` of Tiptap does not check this, and waits for a frame:
 * if the person has begun to type in another field by then, the rest of their text would go into this editor.
 */
function focusAtEnd(editor: Editor) {
  if (document.activeElement?.matches(textFields)) return
  editor.commands.setTextSelection(editor.state.doc.content.size)
  editor.view.focus()
}

export function editorOptions(latest: () => Latest, content: RichText, autofocus: boolean): Partial<EditorOptions> {
  /** Passes dropped or pasted files to the page and prevents the browser from opening them. Returns false if there are no files. */
  function handOver(files: File[], event: Event): boolean {
    if (files.length === 0) return false
    event.preventDefault()
    latest().onFiles?.(files)
    return true
  }
  function drop(view: EditorView, event: DragEvent): boolean {
    if (view.dragging) return false
    return handOver(transferredFiles(event.dataTransfer), event)
  }
  return {
    extensions: [
      ...richTextExtensions(
        () => latest().placeholder,
        () => latest().checkbox,
      ),
      headingHints(() => latest().hints),
      PictureExtension,
    ],
    content,
    injectNonce: nonce(),
    onCreate: ({ editor }) => autofocus && focusAtEnd(editor),
    editorProps: {
      attributes: () => ({
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': latest().label,
        'aria-describedby': latest().countId,
        class: `${text['text']} ${classes['page']}`,
      }),
      transformPastedHTML: sanitizePastedHtml,
      handlePaste: (_, event) => handOver(transferredFiles(event.clipboardData), event),
      handleDrop: drop,
      handleKeyDown: (_, event) => {
        if (event.key !== 'F10' || !event.altKey) return false
        latest().toToolbar?.()
        return true
      },
    },
    onUpdate: ({ editor }) => latest().onChange?.(withoutTail(toRichText(editor.getJSON()))),
  }
}
