import { type Block, plainTextOf, richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'

/** A part of a note in a backup. `name` is that of its client; empty for the shared part. */
type BackedUpPart = {
  clientId: string | null
  name: string
  text: string
  content: RichText | null
  signedAt: string | null
  addenda: { text: string; at: string }[]
}
type BackedUpNote = { clients: unknown[]; parts: BackedUpPart[]; content: object }

/**
 * Puts the parts of a note of a backup into one text, as a copy has it. If several people were in the session, each part and each of its addenda is
 * under the name of its client. The note counts as signed only if all parts are, since the time of the last signature.
 */
export function withWholeNote(note: unknown): unknown {
  if (note === null) return null
  const { parts, content, ...facts } = note as BackedUpNote
  const isNamed = facts.clients.length > 1 || parts.length > 1
  const named = parts.map((part) => ({ ...part, name: isNamed ? part.name : '' }))
  const signatures = parts.flatMap(({ signedAt }) => signedAt ?? [])
  const isSigned = parts.length > 0 && signatures.length === parts.length
  return {
    ...facts,
    content: {
      ...content,
      ...writtenOfParts(named),
      signedAt: isSigned ? signatures.toSorted().at(-1) : null,
      addenda: named
        .flatMap(({ name, addenda }) => addenda.map(({ text, at }) => ({ text: underName(name, text), at })))
        .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
    },
  }
}

const underName = (name: string, text: string) => (name === '' ? text : `${name}\n${text}`)

/** Returns the text of all parts. If at least one part is a document, also returns a document of all parts, with the names as headings. */
function writtenOfParts(parts: readonly BackedUpPart[]): { text: string; content: RichText | null } {
  if (parts.every(({ content }) => content === null))
    return { text: parts.map(({ name, text }) => underName(name, text)).join('\n\n'), content: null }
  const blocks = parts.flatMap(({ name, text, content }): Block[] => [
    ...(name === ''
      ? []
      : [{ type: 'heading' as const, attrs: { level: 2 as const }, content: [{ type: 'text' as const, text: name }] }]),
    ...(content ?? richTextFromPlain(text)).content,
  ])
  const content: RichText = { type: 'doc', content: blocks }
  return { text: plainTextOf(content), content }
}
