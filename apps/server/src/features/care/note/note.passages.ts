import { plainTextOf, richTextFromExactText, type Block } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { isFilled } from '@attune/contract/common/text/text'
import { isDeepStrictEqual } from 'node:util'
import type { Written } from './note.written.ts'

const blocksOf = ({ text, content }: Written) => (content ?? richTextFromExactText(text)).content
const emptyLine: Block = { type: 'paragraph' }
const isEmptyLine = (block: Block | undefined) => block?.type === 'paragraph' && !isFilled(plainTextOf(block))
const isFilledLine = (block: Block) => !isEmptyLine(block)

/** Appends a plain text passage to a text, after an empty line, and returns the document. Returns null if the text already contains the passage. */
export function withPassage(written: Written, passage: string): RichText | null {
  const [blocks, added] = [blocksOf(written), richTextFromExactText(passage).content]
  return startOf(blocks, added) < 0 ? joined(blocks, added) : null
}

/**
 * Removes a passage that `withPassage` added, and returns the document. Returns null if the text does not contain the passage in its original form.
 */
export function withoutPassage(written: Written, passage: string): RichText | null {
  const [blocks, added] = [blocksOf(written), richTextFromExactText(passage).content]
  const start = startOf(blocks, added)
  return start < 0 ? null : joined(blocks.slice(0, start), blocks.slice(start + added.length))
}

/** Returns the index of the last occurrence of the passage between empty lines; -1 if there is none. */
const startOf = (blocks: readonly Block[], passage: readonly Block[]) =>
  blocks.findLastIndex((_, at) => {
    const end = at + passage.length
    const isAlone = (at === 0 || isEmptyLine(blocks[at - 1])) && (end === blocks.length || isEmptyLine(blocks[end]))
    return isAlone && isDeepStrictEqual(blocks.slice(at, end), passage)
  })

/** Joins two parts with one empty line between them. Omits an empty part. */
function joined(first: readonly Block[], second: readonly Block[]): RichText {
  const before = first.slice(0, first.findLastIndex(isFilledLine) + 1)
  const start = second.findIndex(isFilledLine)
  const after = start < 0 ? [] : second.slice(start)
  const blocks = before.length > 0 && after.length > 0 ? [...before, emptyLine, ...after] : [...before, ...after]
  return { type: 'doc', content: blocks.length > 0 ? blocks : [emptyLine] }
}
