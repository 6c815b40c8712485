import { maxRichTextDepth } from '@attune/contract/common/rich-text/rich-text'
import type { ResolvedPos } from '@tiptap/pm/model'

const containers = new Set(['bulletList', 'orderedList', 'checklist', 'blockquote'])

/** Whether `more` further levels of quotes or lists can be nested at `place`. */
export function canNest(place: ResolvedPos, more: number): boolean {
  let around = 0
  for (let depth = place.depth; depth > 0; depth--) if (containers.has(place.node(depth).type.name)) around++
  return around + more <= maxRichTextDepth
}
