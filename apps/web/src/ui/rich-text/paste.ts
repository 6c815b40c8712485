import { Selection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/core'

const replacements: readonly (readonly [RegExp, string])[] = [
  [/<(\/?)h1\b/gi, '<$1h2'],
  [/<(\/?)h[4-6]\b/gi, '<$1h3'],
  [/<\/?(?:table|thead|tbody|tfoot|colgroup|col)\b[^>]*>/gi, ''],
  [/<(\/?)(?:tr|caption)\b/gi, '<$1div'],
  [/<t[dh]\b/gi, '<span'],
  [/<\/t[dh]\s*>/gi, '</span> '],
]

/** Some office programs wrap copied text in a bold element with normal weight. */
const notBold = /<b\b(?=[^>]*font-weight:\s*normal)/gi
/** Attributes that the content security policy refuses, and reports, as soon as they are parsed. */
const refused = /\s(?:on\w+|style)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi

/**
 * Maps headings of other pages to the supported levels and table rows to lines. The editor's schema drops everything
 * else that is not supported.
 */
export const sanitizePastedHtml = (html: string) =>
  replacements
    .reduce((text, [found, ours]) => text.replaceAll(found, ours), html.replaceAll(notBold, '<span'))
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(refused, ''))

/**
 * Returns pasted or dropped files. Returns none if there is also text, because office programs add a picture of the
 * text.
 */
export function transferredFiles(from: DataTransfer | null): File[] {
  const files = [...(from?.files ?? [])]
  return files.length > 0 && !from?.types.includes('text/plain') ? files : []
}

/**
 * Inserts an image at the cursor, or at the end, and moves the cursor behind it. A selected image would be replaced by
 * the next typed letter.
 */
export function insertImage(editor: Editor, attrs: { fileId: string; alt: string }, atEnd: boolean) {
  const { selection, doc } = editor.state
  editor
    .chain()
    .insertContentAt(atEnd ? doc.content.size : selection.to, { type: 'image', attrs })
    .run()
  const { state, view } = editor
  const behind = Selection.findFrom(state.doc.resolve(state.selection.to), 1, true)
  if (behind) view.dispatch(state.tr.setSelection(behind).scrollIntoView())
}

/** Removes every image of a file from the text. */
export function removeImage(editor: Editor, fileId: string) {
  const { tr } = editor.state
  editor.state.doc.descendants((node, place) => {
    if (node.type.name !== 'image' || node.attrs['fileId'] !== fileId) return
    const at = tr.mapping.map(place)
    tr.delete(at, at + node.nodeSize)
  })
  if (tr.docChanged) editor.view.dispatch(tr)
}
