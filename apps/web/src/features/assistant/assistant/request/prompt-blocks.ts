/** A text that people wrote, as the prompt contains it. `title` is the title of the text in the prompt, such as `S1 (message, 2026-01-05)`. */
export type PromptBlock = { title: string; text: string }

const blockPattern = /^BEGIN (.+) ([0-9a-f]{32})\n([\s\S]*?)\n?END ([0-9a-f]{32})$/

/**
 * Splits a prompt into its blocks, which are between lines with a random code; null if the prompt has another form, for example after an edit of an
 * earlier version. `joinBlocks` returns exactly the same prompt again.
 */
export function splitBlocks(prompt: string): { blocks: PromptBlock[]; delimiter: string } | null {
  const delimiter = /^BEGIN .+ ([0-9a-f]{32})$/m.exec(prompt)?.[1]
  if (delimiter === undefined) return null
  const blocks: PromptBlock[] = []
  for (const part of prompt.split(new RegExp(`(?<=\\nEND ${delimiter})\\n\\n`))) {
    const [, title, begin, text, end] = blockPattern.exec(part) ?? []
    if (title === undefined || text === undefined || begin !== delimiter || end !== delimiter) return null
    blocks.push({ title, text })
  }
  return joinBlocks(blocks, delimiter) === prompt ? { blocks, delimiter } : null
}

export const joinBlocks = (blocks: readonly PromptBlock[], delimiter: string): string =>
  blocks.map(({ title, text }) => `BEGIN ${title} ${delimiter}\n${text}\nEND ${delimiter}`).join('\n\n')

const kinds = {
  'session note of the therapist': 'note',
  'journal entry of the client': 'entry',
  'task with the answers of the client': 'task',
  'check-in of the client': 'check-in',
  message: 'message',
  'keywords of the therapist': 'keywords',
} as const

export type BlockHeading =
  | { part: 'source'; label: string; kind: (typeof kinds)[keyof typeof kinds]; day: string | null }
  | { part: 'earlierQuestion' | 'earlierAnswer'; number: string }
  | { part: 'question' | 'text' }
  | { part: 'other'; title: string }

/** Reads the title of a block, which is always English, so that a page can show it in the reader's language. */
export function headingOfBlock(title: string): BlockHeading {
  const [, label = '', kindName = '', day = null] =
    /^(S\d+|KEYWORDS) \(([^,]+?)(?:, (\d{4}-\d{2}-\d{2}))?\)$/.exec(title) ?? []
  if (kindName in kinds) return { part: 'source', label, kind: kinds[kindName as keyof typeof kinds], day }
  const [, earlier, number = ''] = /^EARLIER (QUESTION|ANSWER) (\d+)$/.exec(title) ?? []
  if (earlier) return { part: earlier === 'QUESTION' ? 'earlierQuestion' : 'earlierAnswer', number }
  if (title === 'QUESTION' || title === 'TEXT') return { part: title === 'TEXT' ? 'text' : 'question' }
  return { part: 'other', title }
}
