/** Ways to order a note, as headings that are inserted into it. */
export const templates = {
  soap: ['subjective', 'objective', 'assessment', 'plan'],
  dap: ['data', 'assessment', 'plan'],
  birp: ['behavior', 'intervention', 'response', 'plan'],
} as const
export type Template = keyof typeof templates
export const templateNames = Object.keys(templates) as Template[]

/**
 * Headings as they go into a text at a place: each on a line of its own with an empty one to write in. `caret` is where
 * writing goes on, counted from the beginning of what is inserted.
 */
export function headings(words: readonly string[], before: string, after: string): { insert: string; caret: number } {
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const body = words.map((word) => `${word}\n`).join('\n\n')
  const tail = after === '' ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  return { insert: lead + body + tail, caret: lead.length + (words[0]?.length ?? 0) + 1 }
}

/**
 * Puts a text in the place of what is selected, so that the browser's own undo takes it back. `execCommand` is the only
 * way that does; where a browser has it no more the text is put there all the same.
 */
export function typeInto(field: HTMLTextAreaElement, text: string, caret = text.length) {
  const start = field.selectionStart
  field.focus()
  if (!document.execCommand?.('insertText', false, text)) {
    field.setRangeText(text, start, field.selectionEnd, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(start + caret, start + caret)
}
