import type { Block } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { LegalTextName } from '@attune/contract/features/practice/administration/administration.rules'
import { readFileSync } from 'node:fs'

/** The product's own drafts as lines. Lines with `## ` are headings, lines with `- ` are list items. */
type Drafts = Partial<Record<LegalTextName, string[]>>

const text = (line: string) => [{ type: 'text' as const, text: line }]
const paragraph = (line: string): Block => ({ type: 'paragraph', content: text(line) })

/** Returns the product's own draft of a text in a language; null if there is none, for example for the terms of use. */
export function startingText(page: LegalTextName, language: Language): RichText | null {
  const drafts = JSON.parse(readFileSync(new URL(`drafts/${language}.json`, import.meta.url), 'utf8')) as Drafts
  const lines = drafts[page]
  return lines ? { type: 'doc', content: blocksOf(lines) } : null
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    if (line.startsWith('## ')) blocks.push({ type: 'heading', attrs: { level: 2 }, content: text(line.slice(3)) })
    else if (!line.startsWith('- ')) blocks.push(paragraph(line))
    else {
      const item = { type: 'listItem' as const, content: [paragraph(line.slice(2))] }
      if (last?.type === 'bulletList') last.content.push(item)
      else blocks.push({ type: 'bulletList', content: [item] })
    }
  }
  return blocks
}
