import type { Block, Inline } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { TextSpan } from './name-finder.ts'

/**
 * Returns the places to replace in a line of a document. `line` is the number of the line; descriptions of images and targets of links are lines too.
 */
export type SpansOf = (text: string, line: number) => TextSpan[]

/** Replaces places in a text. */
export const replaceSpans = (text: string, spans: readonly TextSpan[], by: string): string =>
  spans.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + by + rest.slice(end), text)

/**
 * Replaces places in the lines of a document. A place may extend over pieces of text in different styles; the replacement has the style of the first.
 * A link becomes text if a part of its target is replaced.
 */
export function rewriteRichText(doc: RichText, spansOf: SpansOf, by: string): RichText {
  let line = 0
  const next = (text: string) => spansOf(text, line++)
  const inline = (content: readonly Inline[]): Inline[] => {
    const spans = next(content.map((part) => (part.type === 'text' ? part.text : '\n')).join(''))
    let from = 0
    return content.flatMap((part): Inline[] => {
      const [start, end] = [from, from + (part.type === 'text' ? part.text.length : 1)]
      from = end
      if (part.type !== 'text') return [part]
      const text = textWithin(part.text, { start, end }, { spans, by })
      const marks = part.marks?.filter((mark) => mark.type !== 'link' || next(mark.attrs.href).length === 0)
      return text === '' ? [] : [{ ...part, text, ...(marks && { marks }) }]
    })
  }
  const block = (of: Block): Block => {
    switch (of.type) {
      case 'paragraph':
      case 'heading':
        return of.content ? { ...of, content: inline(of.content) } : of
      case 'image':
        return { ...of, attrs: { ...of.attrs, alt: replaceSpans(of.attrs.alt, next(of.attrs.alt), by) } }
      case 'bulletList':
      case 'orderedList':
        return { ...of, content: of.content.map((item) => ({ ...item, content: item.content.map(block) })) }
      case 'checklist':
        return { ...of, content: of.content.map((item) => ({ ...item, content: item.content.map(block) })) }
      case 'blockquote':
        return { ...of, content: of.content.map(block) }
      default:
        return of
    }
  }
  return { ...doc, content: doc.content.map(block) }
}

/** Returns a piece of a line in which the places are replaced. A place that begins in an earlier piece is removed from this one. */
function textWithin(
  text: string,
  { start, end }: TextSpan,
  { spans, by }: { spans: readonly TextSpan[]; by: string },
): string {
  return spans
    .filter((span) => span.start < end && span.end > start)
    .toReversed()
    .reduce(
      (rest, span) =>
        rest.slice(0, Math.max(0, span.start - start)) + (span.start >= start ? by : '') + rest.slice(span.end - start),
      text,
    )
}
