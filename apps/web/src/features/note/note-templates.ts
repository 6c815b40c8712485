/** Templates of notes, as headings to insert. */
export const noteTemplates = {
  soap: ['subjective', 'objective', 'assessment', 'plan'],
  dap: ['data', 'assessment', 'plan'],
  birp: ['behavior', 'intervention', 'response', 'plan'],
} as const
export type NoteTemplate = keyof typeof noteTemplates
export const noteTemplateNames = Object.keys(noteTemplates) as NoteTemplate[]

/**
 * Builds the headings to insert at a position, each on its own line with an empty line to write on. `caret` is the
 * cursor position, counted from the start of the inserted text.
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
 * Replaces the selection with a text, so that the browser's undo can revert it. Only `execCommand` supports that;
 * without it the text is inserted directly.
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
