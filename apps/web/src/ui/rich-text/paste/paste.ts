import type { FileId } from '@attune/contract/common/ids'
import { Selection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/core'
import { convertWordLists } from './word-lists.ts'

const replacements: readonly (readonly [RegExp, string])[] = [
  [/<!--[\s\S]*?-->|<!\[[^\]]*\]>/g, ''],
  [/<(style|xml|script)\b[\s\S]*?<\/\1\s*>/gi, ''],
  [/<\/?o:p\b[^>]*>/gi, ''],
  [/<br\b[^>]*Apple-interchange-newline[^>]*>/gi, ''],
  [/<(\/?)h1\b/gi, '<$1h2'],
  [/<(\/?)h[4-6]\b/gi, '<$1h3'],
  [/<\/?(?:table|thead|tbody|tfoot|colgroup|col)\b[^>]*>/gi, ''],
  [/<(\/?)(?:tr|caption)\b/gi, '<$1div'],
  [/<t[dh]\b/gi, '<span'],
  [/<\/t[dh]\s*>/gi, '</span> '],
]

/** Matches bold elements with normal weight, in which some office programs wrap copied text. */
const notBold = /<b\b(?=[^>]*[^\w-]font-weight:\s*normal)/gi
/** Matches words whose style makes them bold or slanted, as Google Docs copies them. */
const styledSpan = /<span\b[^>]*\sstyle=("[^"]*"|'[^']*')[^>]*>([^<]*(?:<br\b[^>]*>[^<]*)*)<\/span>/gi

function withElements(html: string): string {
  return html.replaceAll(styledSpan, (whole: string, style: string, inside: string) => {
    const isBold = /[^\w-]font-weight:\s*(?:bold|[6-9]00)/i.test(style)
    const isItalic = /[^\w-]font-style:\s*italic/i.test(style)
    if (!isBold && !isItalic) return whole
    const content = isItalic ? `<i>${inside}</i>` : inside
    return isBold ? `<b>${content}</b>` : content
  })
}

/**
 * Matches event handlers and style attributes. The content security policy would refuse and report them as soon as the
 * HTML is parsed.
 */
const refused = /\s(?:on\w+|style)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi

/**
 * Returns pasted HTML with its headings mapped to the two supported levels, table rows turned into lines and the lists
 * of Word turned into lists, without comments, event handlers and styles. The schema of the editor drops everything else that is not supported.
 */
export const sanitizePastedHtml = (html: string) =>
  replacements
    .reduce(
      (text, [found, ours]) => text.replaceAll(found, ours),
      withElements(convertWordLists(html)).replaceAll(notBold, '<span'),
    )
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(refused, ''))

/**
 * Returns the files that were pasted or dropped. Returns none if there is text too, because office programs add a
 * picture of the copied text.
 */
export function transferredFiles(from: DataTransfer | null): File[] {
  const files = [...(from?.files ?? [])]
  return files.length > 0 && !from?.types.includes('text/plain') ? files : []
}

/**
 * Inserts an image at the cursor, or with `atEnd` at the end of the text. Moves the cursor after the image, because the next typed letter would
 * replace a selected image.
 */
export function insertImage(editor: Editor, attrs: { fileId: FileId; alt: string }, atEnd: boolean) {
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
export function removeImage(editor: Editor, fileId: FileId) {
  const { tr } = editor.state
  editor.state.doc.descendants((node, place) => {
    if (node.type.name !== 'image' || node.attrs['fileId'] !== fileId) return
    const at = tr.mapping.map(place)
    tr.delete(at, at + node.nodeSize)
  })
  if (tr.docChanged) editor.view.dispatch(tr)
}
