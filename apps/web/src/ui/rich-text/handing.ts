import { Selection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/core'

const instead: readonly (readonly [RegExp, string])[] = [
  [/<(\/?)h1\b/gi, '<$1h2'],
  [/<(\/?)h[4-6]\b/gi, '<$1h3'],
  [/<\/?(?:table|thead|tbody|tfoot|colgroup|col)\b[^>]*>/gi, ''],
  [/<(\/?)(?:tr|caption)\b/gi, '<$1div'],
  [/<t[dh]\b/gi, '<span'],
  [/<\/t[dh]\s*>/gi, '</span> '],
]

/** Around what is copied from some offices stands a bold that is none. */
const notBold = /<b\b(?=[^>]*font-weight:\s*normal)/gi
/** Attributes that our content policy refuses, and reports, as soon as they are read. */
const refused = /\s(?:on\w+|style)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi

/** Headings of any page become one of ours, a row of a table a line. All else that is not ours falls away in reading. */
export const tamed = (html: string) =>
  instead
    .reduce((text, [found, ours]) => text.replaceAll(found, ours), html.replaceAll(notBold, '<span'))
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(refused, ''))

/** Files that were pasted or dropped. Where there are words too, those are meant: offices add a picture of them. */
export function filesOf(from: DataTransfer | null): File[] {
  const files = [...(from?.files ?? [])]
  return files.length > 0 && !from?.types.includes('text/plain') ? files : []
}

/** Puts an image where the cursor stands, or at the end, and the cursor behind it: chosen, it would give way to the next letter. */
export function putImage(editor: Editor, attrs: { fileId: string; alt: string }, atEnd: boolean) {
  const { selection, doc } = editor.state
  editor
    .chain()
    .insertContentAt(atEnd ? doc.content.size : selection.to, { type: 'image', attrs })
    .run()
  const { state, view } = editor
  const behind = Selection.findFrom(state.doc.resolve(state.selection.to), 1, true)
  if (behind) view.dispatch(state.tr.setSelection(behind).scrollIntoView())
}

/** Takes every image of a file out of the text. */
export function dropImage(editor: Editor, fileId: string) {
  const { tr } = editor.state
  editor.state.doc.descendants((node, place) => {
    if (node.type.name !== 'image' || node.attrs['fileId'] !== fileId) return
    const at = tr.mapping.map(place)
    tr.delete(at, at + node.nodeSize)
  })
  if (tr.docChanged) editor.view.dispatch(tr)
}
