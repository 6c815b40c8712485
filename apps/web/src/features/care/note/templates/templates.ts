import { type Block, isBlankRichText } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'

/**
 * The headings of each note template. SOAP, DAP and BIRP are common formats of therapy notes, named after the initials
 * of their headings.
 */
export const noteTemplates = {
  soap: ['subjective', 'objective', 'assessment', 'plan'],
  dap: ['data', 'assessment', 'plan'],
  birp: ['behavior', 'intervention', 'response', 'plan'],
} as const
export type BuiltInNoteTemplate = keyof typeof noteTemplates
export const noteTemplateNames = Object.keys(noteTemplates) as BuiltInNoteTemplate[]

/** Returns the blocks that a template inserts: each heading, followed by an empty line to write on. */
export const templateBlocks = (headings: readonly string[]): Block[] =>
  headings.flatMap((text): Block[] => [
    { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text }] },
    { type: 'paragraph' },
  ])

/** Returns the hints of the templates by heading. A hint describes the text to write below its heading. */
export const templateHints = (
  templates: readonly { fields: readonly { heading: string; hint: string }[] }[],
): Record<string, string> =>
  Object.fromEntries(
    templates.flatMap(({ fields }) => fields.filter(({ hint }) => hint).map(({ heading, hint }) => [heading, hint])),
  )

/** Appends a document to another, after an empty line. Replaces an empty document. */
export function joinDocuments(first: RichText, second: RichText): RichText {
  if (isBlankRichText(first)) return second
  const end = first.content.findLastIndex((block) => block.type !== 'paragraph' || block.content !== undefined)
  return { type: 'doc', content: [...first.content.slice(0, end + 1), { type: 'paragraph' }, ...second.content] }
}
