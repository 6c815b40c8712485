import type { Block } from '@attune/contract/common/rich-text/rich-text'
import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'

/** The place at which blocks are inserted: after the block of the cursor, at the end of the text, or instead of the whole text. */
export type InsertPlace = 'cursor' | 'end' | 'all'

const isEmptyParagraph = (node: Node | null | undefined) => node?.type.name === 'paragraph' && node.content.size === 0

/** Returns the range of the document that the inserted blocks replace. This includes an empty paragraph at the cursor. */
function rangeOf({ doc, selection }: EditorState, place: InsertPlace): { from: number; to: number } {
  const end = doc.content.size
  if (place === 'all') return { from: 0, to: end }
  if (place === 'end')
    return { from: end - (isEmptyParagraph(doc.lastChild) ? (doc.lastChild?.nodeSize ?? 0) : 0), to: end }
  const { $from } = selection
  if ($from.depth === 0) return { from: selection.to, to: selection.to }
  const to = $from.after(1)
  return { from: isEmptyParagraph($from.node(1)) ? $from.before(1) : to, to }
}

/** Moves the cursor to the first empty paragraph of the inserted blocks, or after them if there is none. */
function placeCursor(tr: Transaction, from: number, size: number): Transaction {
  let at = from + size
  tr.doc.nodesBetween(from, Math.min(from + size, tr.doc.content.size), (node, position) => {
    if (at === from + size && isEmptyParagraph(node)) at = position + 1
  })
  return tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(at, tr.doc.content.size)), -1))
}

/** Inserts blocks as one step of the undo history, and moves the cursor to the place where the person will continue to write. */
export function insertBlocks(editor: Editor, blocks: readonly Block[], place: InsertPlace) {
  const { state, view } = editor
  const content = Fragment.from(blocks.map((block) => state.schema.nodeFromJSON(block)))
  const { from, to } = rangeOf(state, place)
  const tr = closeHistory(state.tr.replaceWith(from, to, content))
  view.dispatch(placeCursor(tr, from, content.size).scrollIntoView())
  view.focus()
}
