import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

export type Hints = Readonly<Record<string, string>>

/** Returns the decorations of the empty lines below headings that have a hint. */
function hintDecorations(doc: Node, hints: Hints): DecorationSet {
  const found: Decoration[] = []
  let above: Node | null = null
  doc.forEach((node, at) => {
    const hint = above?.type.name === 'heading' ? hints[above.textContent] : undefined
    if (hint && node.type.name === 'paragraph' && node.content.size === 0)
      found.push(Decoration.node(at, at + node.nodeSize, { 'data-hint': hint }))
    above = node
  })
  return DecorationSet.create(doc, found)
}

/** Shows a hint about the expected text on the empty line below a heading. */
export const headingHints = (hints: () => Hints | undefined) =>
  Extension.create({
    name: 'headingHints',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          decorations({ doc }) {
            const known = hints()
            return known && Object.keys(known).length > 0 ? hintDecorations(doc, known) : null
          },
        },
      }),
    ],
  })
