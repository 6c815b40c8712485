/**
 * The headings of each note template. SOAP, DAP and BIRP are common formats of therapy notes, named after the initials
 * of their headings.
 */
export const noteTemplates = {
  soap: ['subjective', 'objective', 'assessment', 'plan'],
  dap: ['data', 'assessment', 'plan'],
  birp: ['behavior', 'intervention', 'response', 'plan'],
} as const
export type NoteTemplate = keyof typeof noteTemplates
export const noteTemplateNames = Object.keys(noteTemplates) as NoteTemplate[]

/**
 * Returns the text to insert between `before` and `after`: each heading on its own line, followed by an empty line to
 * write on. `caret` is the position of the cursor in the inserted text.
 */
export function templateHeadings(
  words: readonly string[],
  before: string,
  after: string,
): { insert: string; caret: number } {
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const body = words.map((word) => `${word}\n`).join('\n\n')
  const tail = after === '' ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  return { insert: lead + body + tail, caret: lead.length + (words[0]?.length ?? 0) + 1 }
}

/**
 * Replaces the selection with a text. Uses `execCommand`, because the browser's undo reverts only changes made this
 * way. If `execCommand` fails, inserts the text directly.
 */
export function insertText(field: HTMLTextAreaElement, text: string, caret = text.length) {
  const start = field.selectionStart
  field.focus()
  if (!document.execCommand?.('insertText', false, text)) {
    field.setRangeText(text, start, field.selectionEnd, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(start + caret, start + caret)
}
